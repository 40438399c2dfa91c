// Real output in the docs: `<!-- output: rethread turns 10a6 -->` is followed by what that call prints on the samples.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOW } from './sample-home.js'

const BLOCK = /(<!-- output: rethread( [^\n]*?)? -->\n)[\s\S]*?(\n<!-- end -->)/g

/** README.md and the pages of docs/ that show output, with the output that is true now. */
export function withOutputs(root: string, home: string): readonly (readonly [string, string])[] {
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)]
  return pages
    .filter(page => page.endsWith('.md'))
    .map(page => [page, readFileSync(join(root, page), 'utf8')] as const)
    .filter(([, text]) => text.includes('<!-- output: '))
    .map(([page, text]) => [
      page,
      text.replace(BLOCK, (_, open: string, args: string | undefined, close: string) => {
        const shown = ['```console', `$ rethread${args ?? ''}`, run(root, home, args ?? ''), '```'].join('\n')
        return `${open}${shown}${close}`
      }),
    ])
}

function run(root: string, home: string, args: string): string {
  const words = (args.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', ''))
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    TZ: 'UTC',
    COLUMNS: '96',
    SOURCE_DATE_EPOCH: String(+NOW / 1000),
  }
  const cut = words.indexOf('|')
  const result = spawnSync(
    process.execPath,
    [join(root, 'dist/cli/rethread.js'), ...(cut < 0 ? words : words.slice(0, cut))],
    {
      cwd: home,
      env,
      encoding: 'utf8',
    },
  )
  const text = `${result.stdout}${result.stderr}`.replaceAll(home, '/home/ada').trimEnd()
  // `… | head -n 20` is the one pipe that the docs show.
  const most = cut < 0 ? Infinity : Number(words.at(-1))
  return text.split('\n').slice(0, most).join('\n')
}
