// A home for changes that are made to fail: a session of three writes with side files in three places, four small ones
// beside it, what it holds before and after, and what may never be found in it.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isLeftover } from '../../src/disk/atomic-replace.js'

export const SESSION = '00000001-0000-4000-8000-000000000000'
export const NEW_SESSION = '00000002-0000-4000-8000-000000000000'
export const INSERTED = 'NEW '.repeat(200_000)
/** How many bytes at the beginning give way to it. */
export const REPLACED = 5
const OLD = `${'o'.repeat(1_300_000)}\n`
const NEW = INSERTED + OLD.slice(REPLACED)
const WHOLE = new Set([OLD, NEW, 'output', 'changed', 'made', '{}'])

/** Small sessions of the same project. */
export const OTHERS = [3, 4, 5, 6].map(number => `0000000${number}-0000-4000-8000-000000000000`)

export function sessionPath(root: string): string {
  return join(root, 'claude', 'projects', '-p', `${SESSION}.jsonl`)
}

export function fillHome(root: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put(sessionPath(root), OLD)
  put(join(root, 'claude', 'projects', '-p', SESSION, 'tool-results', 'b1.txt'), 'output')
  put(join(root, 'claude', 'tasks', SESSION, '1.json'), '{}')
  put(join(root, 'claude', 'history.jsonl'), '{}')
  for (const id of OTHERS) {
    put(join(root, 'claude', 'projects', '-p', `${id}.jsonl`), 'output')
    put(join(root, 'claude', 'projects', '-p', id, 'tool-results', 'b1.txt'), 'output')
  }
}

/** Sessions that are whole nowhere, neither in the one project nor in the other. */
export function lostSessions(root: string): readonly string[] {
  const files = filesOf(root)
  return [SESSION, ...OTHERS].filter(
    id => !['-p', '-q'].some(project => WHOLE.has(files[join('projects', project, `${id}.jsonl`)] ?? '')),
  )
}

type Files = Readonly<Record<string, string>>

/** What a client sees; folders without a file do not count. */
export function filesOf(root: string): Files {
  const config = join(root, 'claude')
  const names = readdirSync(config, { recursive: true, encoding: 'utf8' }).filter(one =>
    statSync(join(config, one)).isFile(),
  )
  return Object.fromEntries(names.toSorted().map(one => [one, readFileSync(join(config, one), 'latin1')]))
}

export function sameFiles(a: Files, b: Files): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => a[name] === b[name])
}

/** Files under their real names that are neither old nor new. */
export function tornFiles(root: string): readonly string[] {
  return Object.entries(filesOf(root)).flatMap(([name, text]) =>
    isLeftover(name.split('/').at(-1)!) || WHOLE.has(text) ? [] : [`${name} (${text.length} bytes)`],
  )
}

/** Temporary files anywhere, and notes on unfinished changes. */
export function leftoversIn(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return names.filter(name => isLeftover(name.split('/').at(-1)!) || /data\/unfinished\/.+/.test(name))
}
