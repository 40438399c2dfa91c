import { explain } from '../../actions/check/index.js'
import { presentExplanation } from '../../present/explain.js'
import { answer, type Run } from '../call.js'

export const run: Run<'explain'> = async call => {
  const { args, flags, place, doing } = call
  const asked = { session: args[0], message: args[1]!, client: flags.value('client') }
  const explanation = await explain(place, asked, doing)
  await answer(call, explanation, presentExplanation)
  return explanation.explained ? 0 : 1
}
