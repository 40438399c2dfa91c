import { trim } from '../../actions/trim.js'
import { presentTrim } from '../../present/trim.js'
import { nameList, tokenCount, wholeNumber, wrong } from '../arguments.js'
import { openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

/** Turns that stay as they are where nothing else is said. */
const PROTECTED = 2

export const run: Run = async call => {
  const { flags, place, output } = call
  const suggests = flags.has('suggest')
  const budget = flags.value('budget')
  if (budget === undefined && !suggests) throw wrong('say how small it shall be: --budget 60k; or ask with --suggest')
  const protectLast = flags.value('protect-last')
  const writing = writingFlags('trim', call)
  const report = await trim(
    place,
    {
      ...writing,
      dryRun: suggests || writing.dryRun,
      budget: budget === undefined ? undefined : tokenCount('budget', budget),
      protectLast: protectLast === undefined ? PROTECTED : wholeNumber('protect-last', protectLast),
      protect: nameList(flags.value('protect')) ?? [],
    },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentTrim(report, output, suggests ? writing.reference : undefined))
  return report.refused.length > 0 ? 1 : 0
}
