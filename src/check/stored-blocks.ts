// What the API would say of blocks as they are stored: fields, marks, images. The client sends these as they stand, so
// it is the same for every client (A2.9, A2.12, A2.14, A2.15, A4). Taken along by whoever reads a session for its context.

import type { SeenEntry } from '../conversation/conversation.js'
import type { Names } from '../conversation/names.js'
import type { Finding } from '../format/finding.js'
import { blockFields } from './families/block-fields.js'
import { images } from './families/images.js'
import type { Sent } from './sent.js'

export interface StoredBlocks {
  entry(seen: SeenEntry, names: Names): void
  finish(sent: Sent): readonly Finding[]
}

export function storedBlocks(): StoredBlocks {
  const families = [blockFields(), images()]
  return {
    entry(seen, names) {
      for (const family of families) family.entry?.(seen, names)
    },
    finish(sent) {
      const found = families.flatMap(family => [...family.finish(sent, { now: 0, cleanupDays: 0 })])
      return found.filter(({ code }) => code !== 'block-not-sent')
    },
  }
}
