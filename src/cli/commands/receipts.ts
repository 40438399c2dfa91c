import { receiptsReport } from '../../actions/receipts.js'
import { presentReceipts } from '../../present/receipts.js'
import type { Run } from '../call.js'

export const run: Run = async ({ args, flags, place, output }) => {
  const report = await receiptsReport(place, args[0])
  if (flags.has('json')) await output.json(report)
  else await output.text(presentReceipts(report, output))
  return 0
}
