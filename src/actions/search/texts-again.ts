// The text of a hit, read again at its place in the file.

import { BESIDE_TYPES, besideText } from '../../catalog/ingest/beside-text.js'
import { blockText } from '../../catalog/ingest/block-text.js'
import { readPlace } from '../../catalog/ingest/long-text.js'
import type { FoundText } from '../../catalog/store.js'
import { openSource, type Source } from '../../disk/read-session.js'
import { StorageError } from '../../format/error.js'

export interface TextsAgain {
  /** Undefined where the file is no longer what it was. */
  textOf(hit: FoundText): string | undefined
  close(): void
}

/** What was indexed is a text or a piece of one, a block, or an entry beside the messages as a whole. */
function textOf(value: unknown): string {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof type === 'string' && BESIDE_TYPES.has(type)
    ? (besideText(value as Readonly<Record<string, unknown>>)?.text ?? '')
    : blockText(value)
}

export function textsAgain(): TextsAgain {
  let open: { readonly path: string; readonly file: Source } | undefined
  const close = (): void => {
    open?.file.close()
    open = undefined
  }
  return {
    textOf(hit) {
      try {
        if (open?.path !== hit.source) {
          close()
          open = { path: hit.source, file: openSource(hit.source) }
        }
        const bytes = open.file.read(hit.offset, hit.length)
        return textOf(readPlace(bytes))
      } catch (error) {
        if (error instanceof StorageError || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    close,
  }
}
