import { followIndex, index } from '../../actions/index/index.js'
import { presentFollowed, presentIndex, presentVerified } from '../../present/index-report.js'
import { wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'

const WHAT = ['status', 'rebuild', 'verify', 'watch'] as const

export const run: Run<'index'> = async call => {
  const { flags, place, doing } = call
  const [what, another] = WHAT.filter(name => flags.has(name))
  if (another) throw wrong(`--${what} and --${another} cannot be combined`)
  if (what === 'watch') return watch(call)
  const report = await index(place, { do: what ?? 'refresh' }, doing)
  await answer(call, report, what === 'verify' ? presentVerified : presentIndex)
  return report.faults.length > 0 ? 1 : 0
}

/** One line for each time that something has changed. */
async function watch({ flags, place, output, doing }: Call): Promise<number> {
  const signal = doing.signal ?? new AbortController().signal
  for await (const followed of followIndex(place, { ...doing, signal })) {
    output.progress(undefined)
    if (flags.has('json')) process.stdout.write(`${JSON.stringify(followed)}\n`)
    else await output.text([presentFollowed(followed)])
  }
  return 0
}
