// A text made shorter without a model: the sentences that tell most, in their order, word for word.

/** A sentence with one of these says something that later work depends on. */
const TELLING =
  /[\w.-]+\/[\w./-]+|`[^`]+`|\b\w+\.(ts|js|py|go|rs|java|md|json|toml|yml|yaml|css|html|sql)\b|\d|\b(must|should|need|want|don't|not|never|always|because|decided|instead|error|fail(s|ed)?|fix(ed)?|bug|root cause|next|todo|add|remove|rename|use)\b/i

/** About `share` of the length, never longer than the text; the first and the last sentence stay before others. */
export function shorten(text: string, share: number): string {
  const room = Math.floor(text.length * share)
  const pieces = sentences(text)
  if (pieces.length < 2) return cut(text, room)
  const ranked = pieces
    .map((piece, at) => ({ piece, at, score: scoreOf(piece, at, pieces.length) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const chosen = new Set<number>()
  let used = 0
  for (const { piece, at, score } of ranked) {
    // What tells nothing only stands where there is nothing else.
    if ((score <= 0 && chosen.size > 0) || used + piece.length + 1 > room) continue
    chosen.add(at)
    used += piece.length + 1
  }
  if (chosen.size === 0) return cut(text, room)
  const words = pieces.filter((_, at) => chosen.has(at)).join('\n')
  return words.length < text.length ? words : text
}

function sentences(text: string): readonly string[] {
  // What stands in a fence is code; its first line tells what it is.
  const prose = text.replace(/```[^\n]*\n([^\n]*)[\s\S]*?(```|$)/g, '$1\n')
  return prose
    .split(/\n+|(?<=[.!?])\s+/)
    .map(piece => piece.trim())
    .filter(piece => piece !== '')
}

function scoreOf(piece: string, at: number, count: number): number {
  const place = at === 0 ? 3 : at === count - 1 ? 2 : 0
  // Many short telling sentences rather than one long one.
  return place + (TELLING.test(piece) ? 2 : 0) - piece.length / 400
}

function cut(text: string, room: number): string {
  if (room >= text.length) return text
  const piece = text.slice(0, Math.max(1, room - 1))
  const last = piece.charCodeAt(piece.length - 1)
  return `${last >= 0xd800 && last <= 0xdbff ? piece.slice(0, -1) : piece}…`
}
