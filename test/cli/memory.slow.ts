// Promise 5 for the built program: a command that holds a conversation takes at most 150 MB and 250 bytes an entry at its
// peak, whatever the size of the file. It never holds the file's text: with the larger session that would be too much.

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { measuredRun } from '../../tools/bench/measured-run.js'
import { largeSession } from '../../tools/generator/random-session.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'
import { ROOT } from './rethread.js'

const MB = 1_000_000
const PROGRAM = join(ROOT, 'dist', 'cli', 'rethread.js')
/** On a busy machine the collector falls behind, which only ever adds: one good run is enough. */
const ATTEMPTS = 8

interface Session {
  readonly path: string
  readonly damaged: string
  readonly entries: number
}

function writeSession(folder: string, megabytes: number): Session {
  const [path, damaged] = [join(folder, `${uuid(1)}.jsonl`), join(folder, `${uuid(2)}.jsonl`)]
  const [whole, broken] = [openSync(path, 'w'), openSync(damaged, 'w')]
  let entries = 0
  for (const chunk of largeSession(megabytes * MB, 7)) {
    writeSync(whole, chunk)
    for (let from = 0, to = chunk.indexOf(10); to >= 0; from = to + 1, to = chunk.indexOf(10, from)) {
      entries++
      // Some lines are missing, some break off in the middle.
      if (entries % 503 === 0) continue
      if (entries % 401 === 0)
        writeSync(broken, Buffer.concat([chunk.subarray(from, (from + to) >> 1), Buffer.from('\n')]))
      else writeSync(broken, chunk.subarray(from, to + 1))
    }
  }
  closeSync(whole)
  closeSync(broken)
  return { path, damaged, entries }
}

const COMMANDS: Readonly<Record<string, (session: Session) => readonly string[]>> = {
  context: ({ path }) => ['context', path],
  check: ({ path }) => ['check', path],
  clone: ({ path }) => ['clone', path],
  strip: ({ path }) => ['strip', path, '--preset', 'routine'],
  trim: ({ path }) => ['trim', path, '--budget', '60k'],
  'trim --suggest': ({ path }) => ['trim', path, '--suggest'],
  cut: ({ path }) => ['cut', path, '--turns', '2..9'],
  compress: ({ path }) => ['compress', path, '--keep-last', '2'],
  redact: ({ path }) => ['redact', path],
  repair: ({ damaged }) => ['repair', damaged],
}
const READING = new Set(['context', 'check', 'trim --suggest'])
/** The smaller session is within its budget already, and there is no secret in either. */
const MAY_WRITE_NOTHING = new Set(['trim', 'redact'])

describe.each([30, 100])('a session of %i MB', megabytes => {
  let folder = ''
  let session: Session
  beforeAll(() => {
    const removals: (() => void)[] = []
    folder = tempFolder(remove => removals.push(remove))
    session = writeSession(folder, megabytes)
    return () => {
      for (const remove of removals) remove()
    }
  })

  test.each(Object.keys(COMMANDS))('%s', name => {
    const promised = (150 << 20) + 250 * session.entries
    const out = join(folder, 'out', `${uuid(3)}.jsonl`)
    const args = [PROGRAM, ...COMMANDS[name]!(session), '--json', ...(READING.has(name) ? [] : ['--out', out])]
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && least >= promised; attempt++) {
      mkdirSync(join(folder, 'out'), { recursive: true })
      // check says by its exit code that it found something.
      const { peakMB } = measuredRun(args, 1, { XDG_DATA_HOME: join(folder, 'data') }, name === 'check' ? [0, 1] : [0])
      least = Math.min(least, peakMB * 2 ** 20)
      if (!READING.has(name) && !MAY_WRITE_NOTHING.has(name)) expect(readFileSync(out).length).toBeGreaterThan(10_000)
      rmSync(join(folder, 'out'), { recursive: true })
      rmSync(join(folder, 'data'), { recursive: true, force: true })
    }
    console.log(`${name}: ${mebibytes(least)} of ${mebibytes(promised)}, ${session.entries} entries`)
    expect(least).toBeLessThan(promised)
  })

  test.runIf(megabytes === 100)('a program that holds the text is found out', () => {
    const script = put(join(folder, 'holds.mjs'), HOLDS_THE_TEXT)
    const { peakMB } = measuredRun([script, join(ROOT, 'dist/'), session.path], 1)
    expect(peakMB * 2 ** 20).toBeGreaterThan((150 << 20) + 250 * session.entries)
  })
})

test('redact with a large side file', () => {
  const folder = tempFolder()
  const path = put(
    join(folder, `${uuid(1)}.jsonl`),
    `${JSON.stringify({ type: 'user', uuid: uuid(9), parentUuid: null, message: { role: 'user', content: 'hi' } })}\n`,
  )
  const side = put(join(folder, uuid(1), 'tool-results', 'x.txt'), '')
  const file = openSync(side, 'w')
  const token = `ghp_${'Ab3'.repeat(12)}`
  const chunk = Buffer.from(`${'what a tool has printed, with "quotes\\" in it\n'.repeat(20_000)}${token}\n`)
  for (let size = 0; size < 120 * MB; size += chunk.length) writeSync(file, chunk)
  closeSync(file)
  const args = [PROGRAM, 'redact', path, '--in-place', '--json']
  const { peakMB } = measuredRun(args, 1, { XDG_DATA_HOME: join(folder, 'data') })
  console.log(`a side file of 120 MB: ${Math.round(peakMB)} MB`)
  expect(peakMB).toBeLessThan(150)
  const after = readFileSync(side)
  expect(after.includes(token)).toBe(false)
  expect(after.includes('[REDACTED:github-token:')).toBe(true)
})

const HOLDS_THE_TEXT = `
const { readWhole } = await import(process.argv[2] + 'disk/index.js')
const { readConversation } = await import(process.argv[2] + 'conversation/index.js')
const { bytes } = await readWhole(process.argv[3])
const { rows } = readConversation(bytes)
if (rows.count === 0) throw new Error('nothing was read')
`

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
