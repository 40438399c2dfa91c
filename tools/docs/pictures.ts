// Pictures of the terminal as SVG, drawn from the same lines that the program prints.

import { showSession } from '../../src/actions/read/show.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { openSession } from '../../src/actions/session/open-session.js'
import { locate, type Place } from '../../src/actions/session/place.js'
import { paint } from '../../src/present/paint.js'
import { presentShow } from '../../src/present/show.js'
import { graphPictures } from './graph-pictures.js'
import { printedByCalls } from './outputs.js'
import { NOW } from './sample-home.js'

export async function pictures(root: string, home: string): Promise<readonly (readonly [string, string])[]> {
  const zone = process.env['TZ']
  process.env['TZ'] = 'UTC'
  const place: Place = { env: {}, home, cwd: home }
  const open = await openSession(await locate('10a6', place))
  try {
    const report = showSession(open, await openAgents(open), {
      turns: { from: 4, to: 4 },
      depth: 'tools',
      agents: false,
    })
    const lines = [...presentShow(report, { width: WIDTH, paint: paint(true), now: +NOW })]
    return [
      ['docs/show.svg', terminal('rethread show 10a6 --turn 4', lines)],
      ...(await graphPictures(home, terminal, WIDTH)),
      // The last one: it adds a session.
      ['docs/trim.svg', trimPicture(root, home)],
    ]
  } finally {
    open.close()
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
}

/** A full session, trimmed, and ready to be resumed. */
function trimPicture(root: string, home: string): string {
  const trim = ['trim', '10a6', '--budget', '22k']
  // The seed only keeps the ids as they are from one run to the next.
  const [before, trimmed] = printedByCalls(
    root,
    home,
    [
      ['context', '10a6', '--brief', '--color', 'always'],
      [...trim, '--ids-from', 'tour', '--color', 'always'],
    ],
    WIDTH,
  )
  const made = /claude --resume (\S{8})/.exec(trimmed!)![1]!
  const [after] = printedByCalls(root, home, [['context', made, '--brief', '--color', 'always']], WIDTH)
  return terminal('rethread context 10a6 --brief | head -n 2', [
    ...before!.split('\n').slice(0, 2),
    '',
    prompt(`rethread ${trim.join(' ')}`),
    // The id of a receipt is drawn anew each time.
    ...trimmed!
      .replace(/rethread undo [0-9a-f]+/, 'rethread undo 5c0ffee1')
      .split('\n')
      .flatMap(broken),
    '',
    prompt(`rethread context ${made} --brief | head -n 2`),
    ...after!.split('\n').slice(0, 2),
  ])
}

function prompt(call: string): string {
  return `\u001b[90m$ ${call}\u001b[39m`
}

/** A line that is too long, as a terminal shows it. Painted ones are laid out to fit. */
function broken(line: string): readonly string[] {
  if (line.includes('\u001b')) return [line]
  return line.match(new RegExp(`.{1,${WIDTH}}`, 'gu')) ?? ['']
}

/** Columns. A picture wider than a page is made smaller by whoever shows it, and nobody can read it. */
const WIDTH = 88
const CHARACTER = 8.4
const LINE = 18
const COLORS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
}

function terminal(title: string, lines: readonly string[]): string {
  const width = Math.ceil(WIDTH * CHARACTER) + 40
  const height = (lines.length + 1) * LINE + 60
  const text = [prompt(title), ...lines].map((line, index) => {
    return `<text x="20" y="${58 + index * LINE}" xml:space="preserve">${spans(line)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (color, index) => `<circle cx="${24 + index * 20}" cy="22" r="6" fill="${color}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">`,
    ...text,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Painted text as styled spans, each at its own column so that no font can shift what follows. */
function spans(line: string): string {
  let color: string | undefined
  let bold = false
  let dim = false
  let column = 0
  return line
    .split(/(\u001b\[\d+m)/)
    .map(part => {
      const code = /^\u001b\[(\d+)m$/.exec(part)?.[1]
      if (code !== undefined) {
        if (code === '1') bold = true
        else if (code === '2') dim = true
        else if (code === '22') bold = dim = false
        else if (code === '39') color = undefined
        else color = COLORS[code] ?? color
        return ''
      }
      if (part === '') return ''
      const x = 20 + column * CHARACTER
      column += [...part].length
      const style = [
        color ? `fill="${color}"` : '',
        bold ? 'font-weight="bold"' : '',
        dim ? 'opacity="0.65"' : '',
      ].filter(one => one !== '')
      return `<tspan x="${x.toFixed(1)}"${style.length > 0 ? ` ${style.join(' ')}` : ''}>${escaped(part)}</tspan>`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
