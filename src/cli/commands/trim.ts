import { trim } from '../../actions/trim.js'
import { presentTrim } from '../../present/trim.js'
import { nameList, tokenCount, wholeNumber, wrong } from '../arguments.js'
import { type Call, openOptions, type Run } from '../call.js'
import { callWords, writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const suggests = flags.has('suggest')
  const budget = flags.value('budget')
  if (budget === undefined && !suggests) throw wrong('trim needs --budget TOKENS, such as --budget 60k, or --suggest')
  const protectLast = flags.value('protect-last')
  const lastCalls = flags.value('protect-last-calls')
  const writing = writingFlags('trim', call)
  const report = await trim(
    place,
    {
      ...writing,
      dryRun: suggests || writing.dryRun,
      budget: budget === undefined ? undefined : tokenCount('budget', budget),
      protectLast: protectLast === undefined ? undefined : wholeNumber('protect-last', protectLast),
      protectLastCalls: lastCalls === undefined ? undefined : wholeNumber('protect-last-calls', lastCalls),
      protect: nameList(flags.value('protect')) ?? [],
    },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentTrim(report, output, suggests ? suggestedCall(call) : undefined))
  return report.refused.length > 0 ? 1 : 0
}

/** The call as it was, with a budget in place of the question. */
function suggestedCall({ args, flags }: Call): readonly string[] {
  const [reference, ...words] = callWords(args[0] ?? 'latest', flags)
  const left = words.filter(word => word !== '--suggest' && word !== '--dry-run' && word !== '--json')
  return ['rethread', 'trim', reference!, ...left]
}
