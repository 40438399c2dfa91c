// Where the blocks of an entry's content stand in its bytes.

import { eachElement, type Range, rangeOf, valueEnd } from '../../format/json/walk.js'

/** Of a message, or of a queued prompt; empty where the content is a text. */
export function contentPlaces(bytes: Uint8Array): readonly Range[] {
  const content = rangeOf(bytes, 0, ['message', 'content']) ?? rangeOf(bytes, 0, ['attachment', 'prompt'])
  const places: Range[] = []
  if (content && bytes[content.start] === 0x5b)
    eachElement(bytes, content.start, start => {
      const end = valueEnd(bytes, start)
      places.push({ start, end })
      return end
    })
  return places
}
