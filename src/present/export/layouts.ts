// The formats of `export`: how each lays a session out, and how long a text may be in it.

import type { ExportFormat, Layout } from '../../actions/export/index.js'
import type { ShowReport } from '../../actions/read/index.js'
import type { Screen } from '../screen.js'
import { presentShow } from '../show.js'
import { htmlIndex, htmlPage } from './html.js'
import { markdownIndex, markdownPage } from './markdown.js'

/** What a browser still opens at once; the rest is counted. */
const IN_HTML = { lines: 2000, characters: 100_000 }
const IN_MARKDOWN = { lines: 200, characters: 20_000 }

export function exportLayouts(screen: Screen): Readonly<Record<ExportFormat, Layout>> {
  return {
    html: { limit: IN_HTML, page: htmlPage, index: pages => ({ name: 'index.html', pieces: htmlIndex(pages) }) },
    md: {
      limit: IN_MARKDOWN,
      page: markdownPage,
      index: pages => ({ name: 'README.md', pieces: markdownIndex(pages) }),
    },
    json: { limit: undefined, page: jsonPage },
    txt: { limit: undefined, page: report => withLineEnds(presentShow(report, { ...screen, width: 100 })) },
  }
}

/** As `show --json` writes it, turn by turn. */
function* jsonPage({ turns, ...rest }: ShowReport): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"turns":[`
  let isFirst = true
  for (const turn of turns) {
    yield (isFirst ? '' : ',') + JSON.stringify(turn)
    isFirst = false
  }
  yield ']}\n'
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}
