// Real output in the docs. `<!-- output: rethread turns 10a6 -->` is followed by what that call prints on the samples;
// a `text` block behind a `js` block is what that example prints.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOW } from './sample-home.js'

const CALL = /(<!-- output: rethread( [^\n]*?)? -->\n)[\s\S]*?(<!-- end -->)/g
const EXAMPLE = /(```js\n([\s\S]*?)```\n(?:\n[^`\n]*\n)?\n```text\n)[\s\S]*?(```)/g

/** The pages with output in them, with the output that is true now. */
export function withOutputs(root: string, home: string): readonly (readonly [string, string])[] {
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)]
  return pages
    .filter(page => page.endsWith('.md'))
    .map(page => [page, readFileSync(join(root, page), 'utf8')] as const)
    .filter(([, text]) => text.search(CALL) >= 0 || text.search(EXAMPLE) >= 0)
    .map(([page, text]) => [page, withExamples(withCalls(text, root, home), root)])
}

function withCalls(page: string, root: string, home: string): string {
  return page.replace(CALL, (_, open: string, args: string | undefined, close: string) => {
    const shown = ['```console', `$ rethread${args ?? ''}`, outputOf(root, home, args ?? ''), '```', ''].join('\n')
    return `${open}${shown}${close}`
  })
}

function withExamples(page: string, root: string): string {
  return page.replace(EXAMPLE, (_, open: string, code: string, close: string) => {
    return `${open}${printedBy(root, code)}${close}`
  })
}

function outputOf(root: string, home: string, args: string): string {
  const words = (args.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', ''))
  const cut = words.indexOf('|')
  const call = cut < 0 ? words : words.slice(0, cut)
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli/rethread.js'), ...call], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      USERPROFILE: home,
      TZ: 'UTC',
      COLUMNS: '96',
      SOURCE_DATE_EPOCH: String(+NOW / 1000),
    },
    encoding: 'utf8',
  })
  const text = `${stdout}${stderr}`.replaceAll(home, '/home/ada').trimEnd()
  if (text === '') throw new Error(`rethread${args} printed nothing; is dist/ built?`)
  // `… | head -n 20` is the one pipe that the docs show.
  const most = cut < 0 ? Infinity : Number(words.at(-1))
  return text.split('\n').slice(0, most).join('\n').trimEnd()
}

/** Run in the project's folder, where `rethread` is the package itself. */
function printedBy(root: string, code: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { PATH: process.env['PATH'], TZ: 'UTC', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  if (status !== 0) throw new Error(`an example failed:\n${code}\n${stderr}`)
  return stdout.endsWith('\n\n') ? stdout.slice(0, -1) : stdout
}
