// What a session was about last, from the end of its file: the price does not depend on the file's size.

import { promptText } from '../../conversation/prompt-text.js'
import { peek } from '../../disk/index.js'
import type { SessionEntry } from '../../format/entries/index.js'
import { userKindOf } from '../session/session-card.js'

export interface Preview {
  /** The last words of the user that are near the end of the file. */
  readonly lastPrompt: string | null
  readonly lastAnswer: string | null
}

/** Most prompts and answers are in the first of these; a large result may stand between. */
const TAILS = [64 * 1024, 1024 * 1024, 8 * 1024 * 1024]
const LONGEST = 20_000

export function previewOf(session: { readonly path: string }): Preview {
  let found: Preview = { lastPrompt: null, lastAnswer: null }
  for (const tailBytes of TAILS) {
    const { head, tail, whole } = peek(session.path, { headBytes: 0, tailBytes })
    found = lastWords([...head, ...tail].reverse())
    if (whole || (found.lastPrompt !== null && found.lastAnswer !== null)) break
  }
  return found
}

type Peeked = ReturnType<typeof peek>['tail'][number]

function lastWords(newestFirst: readonly Peeked[]): Preview {
  let lastPrompt: string | null = null
  let lastAnswer: string | null = null
  for (const peeked of newestFirst) {
    if (lastPrompt !== null && lastAnswer !== null) break
    const entry = peeked.value() as SessionEntry | undefined
    if (entry === undefined || ('isSidechain' in entry && entry.isSidechain === true)) continue
    if (entry.type === 'assistant') lastAnswer ??= answerText(entry)
    else if (entry.type === 'user' && userKindOf(peeked) === 'prompt')
      lastPrompt ??= promptText(entry).slice(0, LONGEST) || null
  }
  return { lastPrompt, lastAnswer }
}

function answerText(entry: SessionEntry): string | null {
  const content = (entry as { readonly message?: { readonly content?: unknown } }).message?.content
  if (typeof content === 'string') return content.slice(0, LONGEST) || null
  if (!Array.isArray(content)) return null
  const texts = content.flatMap((block: unknown) => {
    const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown }
    return type === 'text' && typeof text === 'string' ? [text] : []
  })
  return texts.join('\n').slice(0, LONGEST) || null
}
