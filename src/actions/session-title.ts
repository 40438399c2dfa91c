// The title of an opened session: the name given, the name found, an older client's summary, the first prompt.

import { promptText } from '../conversation/prompt-text.js'
import { peekText } from '../disk/index.js'
import type { OpenSession } from './open-session.js'

export function sessionTitle(open: OpenSession): string | undefined {
  const { titles, turns } = open.conversation
  const first = turns.list[0]
  const given =
    titleIn(open.folder?.titleFile?.path, open.folder?.projectFolder) ?? titles.custom ?? titles.ai ?? ownSummary(open)
  if (given !== undefined || !first || first.kind === 'implicit') return given
  const entry = open.entry(first.row)
  return entry && (promptText(entry).trim().split('\n', 1)[0] || undefined)
}

/** Of an older client's summaries, one whose leaf is in this file; most name a leaf of another (D6). */
function ownSummary({ conversation: { titles, rows } }: OpenSession): string | undefined {
  return titles.summaries.findLast(summary => rows.names.find(summary.leafUuid) !== 0 && isUuid(rows, summary.leafUuid))
    ?.text
}

function isUuid(rows: OpenSession['conversation']['rows'], uuid: string): boolean {
  const name = rows.names.find(uuid)
  return rows.uuid.subarray(0, rows.count).includes(name)
}

/** `custom-title.json` in the session's own folder. */
export function titleIn(path: string | undefined, root: string | undefined): string | undefined {
  const text = path === undefined ? undefined : peekText(path, 4096, root)
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as { readonly customTitle?: unknown; readonly title?: unknown } | null
    const title = value?.customTitle ?? value?.title
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined // half written, or not a title: the session's own rows remain
  }
}
