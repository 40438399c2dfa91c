// Which rows do clients up to 2.0 hold? They parse the file line by line, and take every row of the four chained types
// whatever is in it. (O1, O2)

import { ASSISTANT, USER } from '../../conversation/rows.js'
import { HELD, NO_UUID, NOT_HELD } from '../path.js'
import type { PathRule } from '../profile.js'

export const wholeLines: PathRule = {
  id: 'O1',
  does: 'skips every line that is not exactly one JSON value',
  apply({ facts, held, why }) {
    for (const row of facts.sharesLine) {
      held[row] = NOT_HELD
      why.set(row, 'on a line that is not one record alone, which the client passes over')
    }
  },
}

export const rowsWithoutContent: PathRule = {
  id: 'O2',
  does: 'holds prompts and answers without content, too',
  apply({ rows, held, uuid }) {
    const noUuid = rows.names.find(NO_UUID)
    for (let row = 0; row < rows.count; row++) {
      if (rows.role[row] !== USER && rows.role[row] !== ASSISTANT) continue
      held[row] = HELD
      if (rows.uuid[row] === 0) uuid[row] = noUuid
    }
  },
}
