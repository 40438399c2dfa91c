// Files with what happens to them, one line each. The end of a path tells the files apart, so it is cut in front.

import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { fitEnd, pad } from './width.js'

export function fileLines(
  rows: readonly (readonly [what: string, size: string, path: string])[],
  { paint, width }: Screen,
): readonly string[] {
  const widest = (column: 0 | 1) => rows.reduce((most, row) => Math.max(most, row[column].length), 0)
  const [what, size] = [widest(0), widest(1)]
  return rows.map(([one, bytes, path]) => {
    const room = Math.max(1, width - what - size - 4)
    return `${paint.cyan(pad(one, what))}  ${paint.dim(pad(bytes, size, 'right'))}  ${fitEnd(visibleLine(path), room)}`
  })
}
