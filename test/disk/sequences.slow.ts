// Commands one after the other, as people come to call them: copies, changes in place, moves, removals, and undo in any
// order; some are killed. A model of the files says after each what must stand there: nothing is lost, nothing is left over.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Random, randomFrom } from '../../tools/generator/random.js'
import { variedSession } from '../../tools/generator/varied-session.js'
import { ask, outcomeOf, start, temporary } from '../cli/rethread.js'

/** `RETHREAD_SEQUENCES=1000 RETHREAD_SEQUENCES_FROM=1` tries a thousand. */
const SEQUENCES = Number(process.env['RETHREAD_SEQUENCES'] ?? 8)
const FROM = Number(process.env['RETHREAD_SEQUENCES_FROM'] ?? 1)
const SESSIONS = 5
const KILLED = 0.1

type Tree = ReadonlyMap<string, string>

interface Change {
  readonly receipt: string
  /** Of the files that it changed: undefined where there was or is none. */
  readonly before: ReadonlyMap<string, string | undefined>
  readonly after: ReadonlyMap<string, string | undefined>
}

test(`${SEQUENCES} random sequences of commands`, async () => {
  let calls = 0
  let refused = 0
  let undone = 0
  let killed = 0
  for (let seed = FROM; seed < FROM + SEQUENCES; seed++) {
    const random = randomFrom(seed)
    const home = temporary()
    const config = join(home, '.claude')
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere)
    for (let at = 0; at < SESSIONS; at++)
      for (const [path, content] of variedSession(seed * SESSIONS + at, { scenes: 2 }).files) {
        mkdirSync(dirname(join(config, path)), { recursive: true })
        writeFileSync(join(config, path), content)
      }
    const changes: Change[] = []
    let tree = treeOf(config)
    for (let step = 0; step < 8; step++) {
      calls++
      const args = command(random, sessionsIn(tree), changes, elsewhere)
      const what = `seed ${seed}, step ${step}: ${args.join(' ')}`
      const isKilled = random.chance(KILLED)
      const report = isKilled ? undefined : await told(home, args)
      if (isKilled) {
        killed++
        await killedCall(home, args, random.int(20, 400))
        await endBegun(home, sessionsIn(treeOf(config)))
      }
      const receipt = report === undefined ? await newestReceipt(home, changes) : (report.receipt ?? undefined)
      const now = treeOf(config)
      const changed = difference(tree, now)
      if (receipt === undefined) {
        refused++
        expect([...changed.keys()], `${what} changed something and tells no receipt`).toEqual([])
        continue
      }
      expectNothingElse(what, args, tree, changed)
      const undoes =
        args[0] === 'undo' && report !== undefined ? changes.find(one => one.receipt === args[1]) : undefined
      if (undoes) {
        undone++
        for (const [path, content] of undoes.after) expect(tree.get(path), `${what}: ${path} was another`).toBe(content)
        for (const [path, content] of undoes.before) expect(now.get(path), `${what}: ${path} is not back`).toBe(content)
        for (const path of changed.keys())
          expect(undoes.before.has(path), `${what}: ${path} was not its own`).toBe(true)
      }
      changes.push({ receipt, before: changed, after: new Map([...changed.keys()].map(path => [path, now.get(path)])) })
      tree = now
    }
    await endBegun(home, sessionsIn(tree))
    expect(leftOver(home), `seed ${seed}`).toEqual([])
    rmSync(home, { recursive: true })
  }
  console.log(
    `${SEQUENCES} from seed ${FROM}: ${calls} calls, ${killed} killed, ${undone} undone, ${refused} did nothing`,
  )
})

function command(random: Random, sessions: readonly string[], changes: readonly Change[], elsewhere: string): string[] {
  const session = random.pick(sessions.length > 0 ? sessions : ['latest'])
  const place = random.chance(0.6) ? ['--in-place'] : []
  const calls: readonly (() => string[])[] = [
    () => ['clone', session],
    () => ['clone', session, '--linear'],
    () => [
      'strip',
      session,
      random.pick(['--tools', '--results', '--thinking', '--bookkeeping', '--snapshots']),
      ...place,
    ],
    () => ['cut', session, '--turns', '1', ...place],
    () => ['redact', session, '--paths', ...place],
    () => ['repair', session, ...place],
    () => ['compress', session, '--keep-last', '1', ...place],
    () => ['move', session, '--to', elsewhere],
    () => ['rm', session],
  ]
  return changes.length > 0 && random.chance(0.35) ? ['undo', random.pick(changes).receipt] : random.pick(calls)()
}

/** What a change of one session leaves alone: every file that names another one, and every other session. */
function expectNothingElse(
  what: string,
  args: readonly string[],
  tree: Tree,
  changed: ReadonlyMap<string, unknown>,
): void {
  const [verb, session] = args
  if (verb === 'undo' || session === undefined) return
  const isInPlace = args.includes('--in-place') || verb === 'move' || verb === 'rm'
  for (const path of changed.keys()) {
    if (!tree.has(path)) continue
    const isOwn = path.includes(session) || /agent-[^/]+$/.test(path) || path.startsWith('plans/')
    expect(isInPlace && isOwn, `${what} changed ${path}`).toBe(true)
  }
}

async function told(home: string, args: readonly string[]) {
  const { stdout, code, stderr } = await ask([...args, '--json'], { home })
  if (stdout !== '') return JSON.parse(stdout)
  expect([1, 2], `${args.join(' ')}: ${stderr}`).toContain(code)
  return {}
}

/** Stopped at any moment. */
async function killedCall(home: string, args: readonly string[], after: number): Promise<void> {
  const child = start(args, { home })
  const ended = outcomeOf(child, '')
  await Promise.race([ended, setTimeout(after)])
  child.kill('SIGKILL')
  await ended
}

/** The next command that writes ends what a killed one had begun: one that writes elsewhere. */
async function endBegun(home: string, sessions: readonly string[]): Promise<void> {
  rmSync(join(home, ENDING), { recursive: true, force: true })
  if (sessions.length > 0) await ask(['clone', sessions[0]!, '--out', join(home, ENDING, 'copy.jsonl')], { home })
}

const ENDING = 'ends-what-was-begun'

/** Undefined where the last one is known. */
async function newestReceipt(home: string, changes: readonly Change[]): Promise<string | undefined> {
  const { stdout } = await ask(['receipts', '--json'], { home })
  const receipts: readonly { readonly id: string }[] = stdout === '' ? [] : (JSON.parse(stdout).receipts ?? [])
  const known = new Set(changes.map(one => one.receipt))
  return receipts.find(one => !known.has(one.id) && !JSON.stringify(one).includes(ENDING))?.id
}

function treeOf(folder: string): Tree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return new Map(
    files.map(entry => {
      const path = join(entry.parentPath, entry.name)
      return [relative(folder, path), readFileSync(path, 'latin1')]
    }),
  )
}

/** The files that differ, with what stood there before. */
function difference(before: Tree, after: Tree): ReadonlyMap<string, string | undefined> {
  const paths = new Set([...before.keys(), ...after.keys()])
  return new Map([...paths].filter(path => before.get(path) !== after.get(path)).map(path => [path, before.get(path)]))
}

const sessionsIn = (tree: Tree): readonly string[] =>
  [...tree.keys()].flatMap(path => /^projects\/[^/]+\/([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1] ?? []).sort()

/** Half-written files and notes on changes that have not come to an end. */
function leftOver(home: string): readonly string[] {
  const data = join(home, '.local', 'share', 'rethread')
  const there = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return [
    ...there(join(home, '.claude')).filter(path => /\.tmp|\.rethread|~$/.test(path)),
    ...there(join(data, 'unfinished')),
  ]
}
