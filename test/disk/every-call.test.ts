// Each call to the file system that a change makes fails, or is the last one: everything is old or everything new.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyChanges } from '../../src/disk/apply-changes.js'
import { isLeftover } from '../../src/disk/atomic-replace.js'
import { endUnfinished } from '../../src/disk/end-unfinished.js'
import { fileState } from '../../src/disk/file-state.js'
import { listReceipts } from '../../src/disk/receipts.js'
import { removeSession } from '../../src/disk/remove-session.js'
import { findSessionFolder } from '../../src/disk/session-folder.js'
import { undoChange } from '../../src/disk/undo-change.js'
import { RethreadError } from '../../src/format/error.js'
import { openFilesIn } from '../open-files.js'
import { runs } from '../runs.js'
import { type Call, type Fault, withFault } from './every-call.js'
import { contents, type SessionHome, sessionHome } from './session-home.js'
import { put, uuid } from './temp-folder.js'

const insertion = { offset: 0, length: 0, content: Buffer.from('{"type":"user","new":true}\n') }

/** What is read beforehand, and then the change. */
type Change = (home: SessionHome) => () => Promise<unknown>

const inPlace: Change = home => {
  const own = join(home.projectFolder, home.id, 'tool-results')
  return apply(home, { kind: 'in-place' }, [
    { kind: 'write', to: { in: 'own', name: 'tool-results/changed.txt' }, content: Buffer.from('new') },
    { kind: 'write', to: { in: 'own', name: 'notes/made.txt' }, content: Buffer.from('made') },
    { kind: 'remove', path: join(own, 'removed.txt') },
  ])
}

const newSession: Change = home => {
  const from = join(home.projectFolder, home.id, 'tool-results', 'changed.txt')
  const { projectFolder, configDir } = home
  return apply(home, { kind: 'new-session', id: uuid(2), projectFolder, configDir }, [
    { kind: 'copy', from, to: { in: 'own', name: 'tool-results/changed.txt' } },
  ])
}

const remove: Change = ({ path, configDir, dataDir }) => {
  const found = findSessionFolder(path, configDir)
  return () => removeSession({ found, dataDir, call: [] })
}

const undo: Change = ({ dataDir }) => {
  const [receipt] = listReceipts(dataDir).receipts
  return () => undoChange(receipt!, { dataDir, call: [] })
}

type Applied = Parameters<typeof applyChanges>[0]

function apply(
  { id, path, configDir, dataDir }: SessionHome,
  target: Applied['target'],
  sideFiles: Applied['changes']['sideFiles'],
): () => Promise<unknown> {
  const source = { id, path, configDir, state: fileState(path) }
  return () =>
    applyChanges({ verb: 'strip', call: [], source, changes: { edits: [insertion], sideFiles }, target, dataDir })
}

const SCENARIOS: Readonly<Record<string, { readonly change: Change; readonly before?: Change }>> = {
  'in place': { change: inPlace },
  'a new session': { change: newSession },
  'a removal': { change: remove },
  'an undo': { change: undo, before: inPlace },
}

async function homeBefore({ before }: { readonly before?: Change }): Promise<SessionHome> {
  const home = sessionHome()
  for (const name of ['changed.txt', 'removed.txt'])
    put(join(home.projectFolder, home.id, 'tool-results', name), `old ${name}`)
  await before?.(home)()
  return home
}

type Files = Readonly<Record<string, string>>

/** What a client sees; folders that are empty do not count. */
const filesOf = ({ configDir }: SessionHome): Files =>
  Object.fromEntries(
    Object.entries(contents(configDir)).filter(
      ([name, text]) => text !== '(folder)' && !isLeftover(name.split('/').at(-1)!),
    ),
  )

const leftoversIn = ({ root }: SessionHome): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => isLeftover(name.split('/').at(-1)!) || /data\/unfinished\/.+/.test(name),
  )

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  /** How many calls there are is known when it has been done once; beyond the last one nothing fails. */
  const LAST = 160
  const every = runs(96, 1)
  let whole: Promise<Files> | undefined
  const done = (): Promise<Files> => {
    whole ??= homeBefore(scenario).then(async home => {
      await scenario.change(home)()
      return filesOf(home)
    })
    return whole
  }
  const places = Array.from({ length: LAST }, (_, at) => at).filter(at => at % every === 0)

  test('without a fault', async () => {
    const home = await homeBefore(scenario)
    const { calls, outcome } = await withFault(undefined, scenario.change(home))
    expect(outcome.status).toBe('fulfilled')
    expect(leftoversIn(home)).toEqual([])
    expect(openFilesIn(home.root)).toBe(0)
    expect(calls.length).toBeLessThanOrEqual(LAST)
    expect(isSynced(calls)).toBe(true)
  })

  test.each(places)('call %i fails', async at => tried(scenario, await done(), { at, kind: 'fails' }))
  test.each(places)('call %i is the last one', async at => tried(scenario, await done(), { at, kind: 'ends' }))
})

/** What takes its place is on the disk before, and the name of it afterwards. */
function isSynced(calls: readonly Call[]): boolean {
  const first = calls.findIndex(name => name === 'renameSync' || name === 'linkSync')
  return (
    calls.slice(0, first).includes('fsyncSync') && calls.slice(calls.lastIndexOf('renameSync')).includes('fsyncSync')
  )
}

async function tried(scenario: (typeof SCENARIOS)[string], done: Files, fault: Fault): Promise<void> {
  const home = await homeBefore(scenario)
  const old = filesOf(home)
  const receipts = listReceipts(home.dataDir).receipts.length
  const { ino } = statSync(home.path)
  const { calls, outcome } = await withFault(fault, scenario.change(home))
  const isHit = calls.length > fault.at
  if (!isHit) expect(outcome.status).toBe('fulfilled')
  // Nothing is torn at any time.
  const right = new Set([...Object.values(old), ...Object.values(done)])
  expect(Object.values(filesOf(home)).filter(text => !right.has(text))).toEqual([])
  const isMade = outcome.status === 'fulfilled' || /^the change was made/.test(String(outcome.reason.message))
  if (outcome.status === 'rejected') {
    expect(outcome.reason).toBeInstanceOf(RethreadError)
    expect(outcome.reason.message).not.toBe('')
  }
  if (fault.kind === 'fails' && !isMade) expect(leftoversIn(home)).toEqual([])
  await endUnfinished(home.dataDir)
  const now = filesOf(home)
  if (isMade) expect(now).toEqual(done)
  else if (fault.kind === 'fails') expect(now).toEqual(old)
  else expect([old, done]).toContainEqual(now)
  const isNew = JSON.stringify(now) === JSON.stringify(done)
  expect(leftoversIn(home)).toEqual([])
  expect(listReceipts(home.dataDir).receipts.length).toBe(receipts + (isNew ? 1 : 0))
  // The very file, for whoever has it open.
  if (!isNew && existsSync(home.path)) expect(statSync(home.path).ino).toBe(ino)
}
