// The patch that the client keeps beside an edit: one hunk around the lines that changed.
export interface PatchHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

const CONTEXT = 3

export function structuredPatch(before: string, after: string): readonly PatchHunk[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const room = Math.min(old.length, now.length) - head
  while (tail < room && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  if (head === old.length && head === now.length) return []
  const from = Math.max(0, head - CONTEXT)
  const trailing = old.slice(old.length - tail, old.length - tail + CONTEXT)
  const leading = old.slice(from, head)
  const removed = old.slice(head, old.length - tail)
  const added = now.slice(head, now.length - tail)
  const lines = [
    ...leading.map(line => ` ${line}`),
    ...removed.map(line => `-${line}`),
    ...added.map(line => `+${line}`),
    ...trailing.map(line => ` ${line}`),
  ]
  const around = leading.length + trailing.length
  return [
    {
      oldStart: from + 1,
      oldLines: around + removed.length,
      newStart: from + 1,
      newLines: around + added.length,
      lines,
    },
  ]
}
