// What other layers use of this part.

export { type Lineage, type LineageRow, type ReceiptRow, type ReceiptsReport, receipts } from './receipts.js'
export { type RmReport, rmAll } from './rm.js'
export { type ManyUndone, type UndoReport, undo, undoLast } from './undo.js'
