// Types and fields that this version does not know: kept, shown, and a note here (D16).

import { finding, type NewFamily } from '../family.js'
import { placeOf } from '../words.js'

export const drift: NewFamily = () => ({
  *finish({ conversation }) {
    for (const { kind, name, count, firstRow } of conversation.drift) {
      const times = count === 1 ? 'once' : `${count} times`
      const code = kind === 'type' ? 'unknown-type' : 'unknown-field'
      yield finding(code, `${kind} ${name}, ${times}`, placeOf(conversation.rows, firstRow))
    }
  },
})
