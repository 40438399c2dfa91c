import { compactions } from '../../actions/read/compactions.js'
import { presentCompactions } from '../../present/compactions.js'
import { answer, type Run } from '../call.js'

export const run: Run<'compactions'> = async call => {
  const { args, flags, place, doing } = call
  const report = await compactions(place, { session: args[0], diff: flags.number('diff') }, doing)
  await answer(call, report, presentCompactions)
  return 0
}
