// Where a session ends for whoever looks at it or changes it: where the client takes it up.

import type { Leaf } from '../conversation/leaf.js'
import { NONE } from '../conversation/rows.js'
import { findPath } from './find-path.js'
import type { Reading } from './path.js'
import { lastMainRow, talkAbove } from './rules/leaf.js'

/** undefined where no row can be taken up at all: then whoever looks at it sees it to the end of the file. */
export function shownEnd(reading: Reading): Leaf | undefined {
  const { end, checkpoint } = findPath(reading)
  return end.kind !== 'none' || checkpoint.isEmpty || checkpoint.row !== NONE ? end : undefined
}

/** The end without what checkpoints say: where the last row of the conversation leads. */
export function endWithoutCheckpoints(reading: Reading): number {
  const path = findPath(reading, { ignoresCheckpoints: true })
  if (path.leaf !== NONE) return path.leaf
  const last = lastMainRow(path)
  return talkAbove(path, last) === NONE ? NONE : last
}
