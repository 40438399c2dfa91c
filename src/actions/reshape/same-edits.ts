// What is written is what was examined. A plan is asked for its edits twice, and keeps them in between or finds them
// again: the second time they are compared with the first, and what differs is not written.

import type { Edit, Edits } from '../../format/changes.js'
import { fingerprinter } from '../../format/fingerprint.js'

export interface ExaminedEdits {
  /** To be gone through once, whole, by whoever examines the result. */
  readonly edits: Edits
  /** The edits that are to be written; going through them throws where they are others. */
  sameOf(edits: Edits): Edits
}

export function examinedEdits(edits: Edits): ExaminedEdits {
  const seen: Seen = { printed: undefined }
  return { edits: printing(edits, seen), sameOf: others => sameAs(seen, others) }
}

interface Seen {
  printed: Printed | undefined
}

function printing(edits: Edits, seen: Seen): Edits {
  return {
    *[Symbol.iterator](): Generator<Edit> {
      const print = editPrint()
      for (const edit of inOrder(edits)) {
        print.add(edit)
        yield edit
      }
      seen.printed = print.value()
    },
  }
}

/** Apart from those that were examined: they hold the reading that they were found in. */
function sameAs(seen: Seen, others: Edits): Edits {
  return {
    *[Symbol.iterator](): Generator<Edit> {
      const print = editPrint()
      for (const edit of inOrder(others)) {
        print.add(edit)
        // At once: what has gone wrong may be without end.
        if (print.bytes() > (seen.printed?.bytes ?? 0)) throw differ()
        yield edit
      }
      if (print.value().print !== seen.printed?.print) throw differ()
    },
  }
}

function differ(): Error {
  return new Error('the changes to be written are not those that were examined')
}

interface Printed {
  readonly print: number
  readonly bytes: number
}

function editPrint() {
  const fingerprint = fingerprinter()
  fingerprint.start()
  let bytes = 0
  function markWhole(number: number): void {
    fingerprint.mark(number | 0)
    fingerprint.mark(Math.floor(number / 2 ** 32))
  }
  return {
    add({ offset, length, content }: Edit): void {
      markWhole(offset)
      markWhole(length)
      fingerprint.add(content, 0, content.length)
      bytes += content.length
    },
    bytes: () => bytes,
    value: (): Printed => ({ print: fingerprint.value(), bytes }),
  }
}

/** A list may come in any order. */
function inOrder(edits: Edits): Edits {
  return Array.isArray(edits) ? (edits as Edit[]).toSorted((a, b) => a.offset - b.offset || a.length - b.length) : edits
}
