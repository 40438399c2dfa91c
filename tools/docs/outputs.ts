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
  const names = ['README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)]
  const pages = names
    .filter(page => page.endsWith('.md'))
    .map(page => [page, readFileSync(join(root, page), 'utf8')] as const)
    .filter(([, text]) => text.search(CALL) >= 0 || text.search(EXAMPLE) >= 0)
  const calls = pages.flatMap(([, text]) => [...text.matchAll(CALL)].map(([, , args]) => args ?? ''))
  const outputs = outputsOf(root, home, [...new Set(calls)])
  return pages.map(([page, text]) => [page, withExamples(withCalls(text, outputs), root)])
}

function withCalls(page: string, outputs: ReadonlyMap<string, string>): string {
  return page.replace(CALL, (_, open: string, args = '', close: string) => {
    return `${open}${['```console', `$ rethread${args}`, outputs.get(args), '```', ''].join('\n')}${close}`
  })
}

function withExamples(page: string, root: string): string {
  return page.replace(EXAMPLE, (_, open: string, code: string, close: string) => {
    return `${open}${printedBy(root, code)}${close}`
  })
}

/** What each call prints, by its words. */
function outputsOf(root: string, home: string, calls: readonly string[]): ReadonlyMap<string, string> {
  const split = calls.map(wordsOf)
  const printed = printedByCalls(
    root,
    home,
    split.map(({ args }) => args),
    96,
  )
  return new Map(
    calls.map((call, index) => {
      if (printed[index] === '') throw new Error(`rethread${call} printed nothing`)
      return [call, printed[index]!.split('\n').slice(0, split[index]!.most).join('\n').trimEnd()]
    }),
  )
}

/** What the built program prints, one call after the other, on a terminal so wide. */
export function printedByCalls(
  root: string,
  home: string,
  calls: readonly (readonly string[])[],
  columns: number,
): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools', 'many-calls.mjs'), join(root, 'dist', 'cli', 'rethread.js')],
    {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        USERPROFILE: home,
        TZ: 'UTC',
        COLUMNS: String(columns),
        SOURCE_DATE_EPOCH: String(+NOW / 1000),
      },
      input: calls.map(args => `${JSON.stringify({ args })}\n`).join(''),
      maxBuffer: 100_000_000,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`the calls of the docs failed; is dist/ built?\n${stderr}`)
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { stdout: string; stderr: string })
    .map(one => `${one.stdout}${one.stderr}`.replaceAll(home, '/home/ada').trimEnd())
}

/** `… | head -n 20` is the one pipe that the docs show. */
function wordsOf(call: string): { readonly args: readonly string[]; readonly most: number } {
  const words = (call.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', ''))
  const cut = words.indexOf('|')
  return cut < 0 ? { args: words, most: Infinity } : { args: words.slice(0, cut), most: Number(words.at(-1)) }
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
