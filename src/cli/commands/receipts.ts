import { receipts } from '../../actions/undo/index.js'
import { presentReceipts } from '../../present/receipts.js'
import { answer, type Run } from '../call.js'

export const run: Run<'receipts'> = async call => {
  await answer(call, await receipts(call.place, { session: call.args[0] }, call.doing), presentReceipts)
  return 0
}
