import { trim } from '../../actions/reshape/index.js'
import { presentTrim } from '../../present/trim.js'
import { nameList, tokenCount, wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'
import type { FlagsFor } from '../table.js'
import { callWords, writingFlags } from '../writing-flags.js'

export const run: Run<'trim'> = async call => {
  const { flags, place, doing } = call
  const suggests = flags.has('suggest')
  const budget = flags.number('budget', tokenCount)
  if (budget === undefined && !suggests) throw wrong('trim needs --budget TOKENS, such as --budget 60k, or --suggest')
  const report = await trim(
    place,
    {
      ...writingFlags('trim', call),
      ...(suggests ? { dryRun: true } : {}),
      budget,
      protectLast: flags.number('protect-last'),
      protectLastCalls: flags.number('protect-last-calls'),
      protect: nameList(flags.value('protect')) ?? [],
    },
    doing,
  )
  await answer(call, report, (value, output) => presentTrim(value, output, suggests ? suggestedCall(call) : undefined))
  return report.refused.length > 0 ? 1 : 0
}

/** The call as it was, with a budget in place of the question. */
function suggestedCall({ args, flags }: Call<FlagsFor<'trim'>>): readonly string[] {
  const [reference, ...words] = callWords(args[0] ?? 'latest', flags)
  const left = words.filter(word => word !== '--suggest' && word !== '--dry-run' && word !== '--json')
  return ['rethread', 'trim', reference!, ...left]
}
