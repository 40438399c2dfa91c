// An entry that this version does not know, as it stands in the file (D16).

import { textOf as nameText, typeOf } from '../../../conversation/rows.js'
import { decodeString, decodeText, eachMember, valueEnd } from '../../../format/json/walk.js'
import { knownFields } from '../../../format/known-fields.js'
import { placeOf, type Reading, shortened } from './reading.js'
import type { ShownRaw } from './report.js'

export function rawItem(reading: Reading, row: number): ShownRaw {
  const { rows, open } = reading
  const type = typeOf(rows, row) || '(none)'
  const subtype = nameText(rows, rows.subtype[row]!)
  const json = open.json(row)
  return {
    kind: 'raw',
    ...placeOf(reading, row),
    type: subtype === undefined ? type : `${type}/${subtype}`,
    json: shortened(reading, reading.depth === 'all' ? json : ownFields(json), { lines: 4, characters: 300 }),
  }
}

/** Without the fields that all entries have; taken from the text, so that numbers stay as they are written. */
function ownFields(json: string): string {
  const bytes = new TextEncoder().encode(json)
  const members: string[] = []
  eachMember(bytes, 0, (keyStart, keyEnd, valueStart) => {
    const end = valueEnd(bytes, valueStart)
    const common = Object.hasOwn(knownFields['chained']!, decodeString(bytes, keyStart, keyEnd))
    if (!common) members.push(decodeText(bytes, keyStart - 1, end))
    return end
  })
  return members.length > 0 ? `{${members.join(',')}}` : json
}
