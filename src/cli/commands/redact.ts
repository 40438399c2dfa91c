import { redactAll } from '../../actions/redact/index.js'
import { presentRedact } from '../../present/redact.js'
import { wrong } from '../arguments.js'
import { answerEach, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run<'redact'> = async call => {
  const { args, flags, place, doing } = call
  const forOne = (['out', 'title'] as const).find(flag => flags.has(flag))
  if (args.length > 1 && forOne !== undefined) throw wrong(`--${forOne} can only be used with one session`)
  const what = {
    paths: flags.has('paths'),
    names: flags.has('names'),
    rules: flags.value('rules'),
    entropy: flags.has('entropy'),
    keyFile: flags.value('key-file'),
  }
  const reports = await redactAll(
    place,
    args.length === 0 ? ['latest'] : args,
    reference => ({ ...writingFlags('redact', call, reference), ...what }),
    doing,
  )
  await answerEach(call, reports, args.length < 2, presentRedact)
  return reports.some(one => one.refused.length > 0) ? 1 : 0
}
