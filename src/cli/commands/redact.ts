import { locate } from '../../actions/place.js'
import { type RedactReport, redact } from '../../actions/redact.js'
import { presentRedact } from '../../present/redact.js'
import { wrong } from '../arguments.js'
import { type Call, openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { args, flags, place, output } = call
  const forOne = ['out', 'title'].find(flag => flags.has(flag))
  if (args.length > 1 && forOne !== undefined) throw wrong(`--${forOne} can only be used with one session`)
  // All are found before the first one is written: a wrong word changes nothing.
  if (args.length > 1) for (const reference of args) await locate(reference, place)
  const reports: RedactReport[] = []
  for (const reference of args.length === 0 ? ['latest'] : new Set(args))
    reports.push(await redacted({ ...call, args: [reference] }))
  output.progress(undefined)
  if (flags.has('json')) await output.json(args.length < 2 ? reports[0] : { sessions: reports })
  else await output.text(reports.flatMap((one, index) => [...(index > 0 ? [''] : []), ...presentRedact(one, output)]))
  return reports.some(one => one.refused.length > 0) ? 1 : 0
}

function redacted(call: Call): Promise<RedactReport> {
  const { flags, place } = call
  return redact(
    place,
    {
      ...writingFlags('redact', call),
      paths: flags.has('paths'),
      names: flags.has('names'),
      rules: flags.value('rules'),
      entropy: flags.has('entropy'),
      keyFile: flags.value('key-file'),
    },
    openOptions(call),
  )
}
