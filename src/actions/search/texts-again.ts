// The text of a hit, read again at its place in the file.

import { blockText } from '../../catalog/ingest/block-text.js'
import type { FoundText } from '../../catalog/store.js'
import { openSource, type Source } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { decodeText } from '../../format/json/walk.js'

export interface TextsAgain {
  /** Undefined where the file is no longer what it was. */
  textOf(hit: FoundText): string | undefined
  close(): void
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
        return blockText(JSON.parse(decodeText(bytes, 0, bytes.length)))
      } catch (error) {
        if (error instanceof StorageError || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    close,
  }
}
