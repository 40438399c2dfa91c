// A change of a file, line by line.

import type { Hunk } from '../../actions/read/index.js'
import { type Page, wordLines } from './page.js'

export function* diffLines(hunks: readonly Hunk[], page: Page, indent = ''): Generator<string> {
  for (const [index, hunk] of hunks.entries()) {
    if (hunk.oldStart !== undefined && hunk.newStart !== undefined)
      yield indent + page.paint.cyan(`@@ -${hunk.oldStart} +${hunk.newStart} @@`)
    else if (index > 0) yield indent + page.paint.cyan('@@')
    for (const line of hunk.lines) {
      const color = line.startsWith('+') ? page.paint.green : line.startsWith('-') ? page.paint.red : page.paint.dim
      // The change may stand at the end of a long line, so none is cut.
      for (const shown of wordLines(line, page, indent)) yield color(shown)
    }
  }
}
