// Changes become files, with everything beside them: a new session, the same one in place, or a file anywhere.

import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ApplyRequest, type ApplyTarget, applyChanges } from '../../src/disk/apply-changes.js'
import { temporaryName } from '../../src/disk/atomic-replace.js'
import { changeFiles } from '../../src/disk/change-files.js'
import { fileState } from '../../src/disk/file-state.js'
import { listSessions } from '../../src/disk/list-sessions.js'
import { listReceipts } from '../../src/disk/receipts.js'
import { findSessionFolder } from '../../src/disk/session-folder.js'
import { undoChange } from '../../src/disk/undo-change.js'
import type { SideFilePlace } from '../../src/format/session-folder.js'
import { contents, OLD, putSideFiles, type SessionHome, sessionHome } from './session-home.js'
import { put, tempFolder, uuid } from './temp-folder.js'

const NEW_ID = uuid(2)
const LINE = '{"type":"user","new":true}\n'
const insertion = { offset: 0, length: 0, content: Buffer.from(LINE) }

function request(home: SessionHome, more: Partial<ApplyRequest> = {}): ApplyRequest {
  const { id, path, configDir, projectFolder, dataDir } = home
  return {
    verb: 'clone',
    call: ['clone', 'latest'],
    source: { id, path, configDir, state: fileState(path) },
    changes: { edits: [insertion], sideFiles: [] },
    target: { kind: 'new-session', id: NEW_ID, projectFolder, configDir },
    dataDir,
    ...more,
  }
}

const inPlace = { target: { kind: 'in-place' } } as const

describe('a new session', () => {
  test('the file with its edits, and side files of every kind with fresh times (B5)', async () => {
    const home = sessionHome()
    const sides = putSideFiles(home)
    const before = contents(home.configDir)
    const places: readonly SideFilePlace[] = [
      { in: 'beside', name: 'agent-0c0c0c0c.jsonl' },
      { in: 'own', name: 'subagents/agent-0b.jsonl' },
      { in: 'own', name: 'subagents/agent-0b.meta.json' },
      { in: 'own', name: 'tool-results/b1.txt' },
      { in: 'own', name: 'custom-title.json' },
      { in: 'own', name: 'notes/else.txt' },
      { in: 'file-history', name: '0123456789abcdef@v1' },
      { in: 'tasks', name: '1.json' },
      { in: 'session-env', name: 'hook.sh' },
      { in: 'image-cache', name: '1.png' },
      { in: 'todos', name: `${NEW_ID}-agent-${NEW_ID}.json` },
    ]
    const sideFiles = places.map((to, at) => ({ kind: 'copy', from: sides[at]!, to, edits: [insertion] }) as const)
    const applied = await applyChanges(request(home, { changes: { edits: [insertion], sideFiles } }))

    expect(readFileSync(applied.path, 'utf8')).toBe(LINE + home.text)
    const { folder, findings } = findSessionFolder(applied.path, home.configDir)
    expect(findings).toEqual([])
    const found = [
      ...folder.agents.map(({ path }) => basename(path)),
      ...[folder.toolResults, folder.fileHistory, folder.tasks, folder.sessionEnv, folder.imageCache, folder.todos].map(
        ([file]) => file?.name,
      ),
      folder.titleFile?.name,
      ...folder.others.map(({ name }) => name),
    ]
    expect(found).toEqual([
      'agent-0b.jsonl', // the one beside names the old session still: that is for whoever plans the edits
      'b1.txt',
      '0123456789abcdef@v1',
      '1.json',
      'hook.sh',
      '1.png',
      `${NEW_ID}-agent-${NEW_ID}.json`,
      'custom-title.json',
      'notes/else.txt',
    ])
    for (const file of applied.receipt.files) {
      expect(readFileSync(file.path, 'utf8').startsWith(LINE)).toBe(true)
      expect(statSync(file.path).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    }
    // Whatever was there is there, byte for byte and with its old time.
    expect(contents(home.configDir)).toMatchObject(before)
    expect(statSync(home.path).mtimeMs).toBe(OLD * 1000)
  })

  test('a source that has grown since is used as it was read', async () => {
    const home = sessionHome()
    const asked = request(home)
    appendFileSync(home.path, '{"type":"user","late":true}\n')
    await applyChanges(asked)
    expect(readFileSync(join(home.projectFolder, `${NEW_ID}.jsonl`), 'utf8')).toBe(LINE + home.text)
  })

  test('a source that was cut or replaced: refused, nothing is left behind', async () => {
    const home = sessionHome()
    const asked = request(home)
    writeFileSync(home.path, home.text.slice(5))
    await expect(applyChanges(asked)).rejects.toMatchObject({ code: 'session-changed', exitCode: 1 })
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
    expect(listReceipts(home.dataDir).receipts).toEqual([])
  })

  test('never over a file that is there', async () => {
    const home = sessionHome()
    const taken = put(join(home.projectFolder, `${NEW_ID}.jsonl`), 'mine')
    await expect(applyChanges(request(home))).rejects.toMatchObject({ code: 'file-exists', exitCode: 2 })
    expect(readFileSync(taken, 'utf8')).toBe('mine')
  })

  test('a side file that somebody has made, or taken away, since the session was read: changed, not a wrong call', async () => {
    const home = sessionHome()
    const own = join(home.projectFolder, NEW_ID, 'tool-results')
    const sideFiles = [
      { kind: 'write', to: { in: 'own', name: 'tool-results/a.txt' }, content: Buffer.from('a') },
    ] as const
    const content = { kind: 'file', path: home.path, state: fileState(home.path), edits: [] } as const
    const made = changeFiles({
      dataDir: home.dataDir,
      verb: 'strip',
      call: [],
      source: null,
      result: null,
      files: [
        { change: 'created', role: 'side', path: put(join(own, 'a.txt'), 'theirs'), content },
        { change: 'created', role: 'session', path: join(home.projectFolder, `${NEW_ID}.jsonl`), content },
      ],
    })
    await expect(made).rejects.toMatchObject({ code: 'session-changed', exitCode: 1 })
    expect(readFileSync(join(own, 'a.txt'), 'utf8')).toBe('theirs')
    const gone = { kind: 'remove', path: join(home.projectFolder, 'gone.txt') } as const
    const asked = { ...request(home), target: { kind: 'in-place' as const } }
    const taken = applyChanges({ ...asked, changes: { ...asked.changes, sideFiles: [...sideFiles, gone] } })
    await expect(taken).rejects.toMatchObject({ code: 'session-changed', exitCode: 1 })
    await expect(taken).rejects.toThrow('gone.txt is gone since it was read')
    expect(listReceipts(home.dataDir).receipts).toEqual([])
  })

  test('permissions are those of the source', async () => {
    const home = sessionHome()
    chmodSync(home.path, 0o640)
    const { path } = await applyChanges(request(home))
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  test('one side file fails: no file and no folder is left', async () => {
    const home = sessionHome()
    const before = contents(home.configDir)
    const sideFiles = [
      { kind: 'write', to: { in: 'own', name: 'tool-results/a.txt' }, content: Buffer.from('a') },
      { kind: 'copy', from: join(home.root, 'nowhere'), to: { in: 'tasks', name: '1.json' } },
    ] as const
    await expect(applyChanges(request(home, { changes: { edits: [], sideFiles } }))).rejects.toMatchObject({
      code: 'file-vanished',
    })
    expect(contents(home.configDir)).toEqual(before)
    expect(readdirSync(join(home.dataDir, 'unfinished'))).toEqual([])
  })

  test.each(['../x', 'a/../../x', '/x', 'a//b', '.', 'a\\b', 'a\0b'])(
    'a side file called %j is refused',
    async name => {
      const home = sessionHome()
      const sideFiles = [{ kind: 'write', to: { in: 'own', name }, content: Buffer.from('') }] as const
      await expect(applyChanges(request(home, { changes: { edits: [], sideFiles } }))).rejects.toMatchObject({
        code: 'file-outside-root',
      })
    },
  )

  test('a link below the session’s folder that leads out of it is not followed', async () => {
    const home = sessionHome()
    const outside = tempFolder()
    mkdirSync(join(home.projectFolder, NEW_ID))
    symlinkSync(outside, join(home.projectFolder, NEW_ID, 'tool-results'))
    const sideFiles = [{ kind: 'write', to: { in: 'own', name: 'tool-results/x' }, content: Buffer.from('') }] as const
    await expect(applyChanges(request(home, { changes: { edits: [], sideFiles } }))).rejects.toMatchObject({
      code: 'file-outside-root',
    })
    expect(readdirSync(outside)).toEqual([])
  })

  test('a folder of a project that is a link out of the client’s folder is not written to', async () => {
    const home = sessionHome()
    const outside = tempFolder()
    const projectFolder = join(home.configDir, 'projects', '-q')
    symlinkSync(outside, projectFolder)
    const target = { kind: 'new-session', id: NEW_ID, projectFolder, configDir: home.configDir } as const
    await expect(applyChanges(request(home, { target }))).rejects.toMatchObject({ code: 'file-outside-root' })
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(home.dataDir)).toBe(false)
  })

  test('interrupted: nothing is left', async () => {
    const home = sessionHome()
    await expect(applyChanges(request(home, { signal: AbortSignal.abort() }))).rejects.toThrow()
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
  })
})

describe('in place', () => {
  test('the new content under the old name, the old content in the backups, outside the client’s folders (B5)', async () => {
    const home = sessionHome()
    chmodSync(home.path, 0o644)
    const { receipt } = await applyChanges(request(home, inPlace))
    expect(readFileSync(home.path, 'utf8')).toBe(LINE + home.text)
    expect(statSync(home.path).mode & 0o777).toBe(0o644)
    const { backup } = receipt.files[0]!.before!
    const kept = join(home.dataDir, 'backups', receipt.id, backup)
    expect(readFileSync(kept, 'utf8')).toBe(home.text)
    expect(kept).not.toMatch(/\.jsonl$/)
    expect(listSessions([home.configDir]).sessions.map(({ id }) => id)).toEqual([home.id])
  })

  test('side files are changed, made and removed', async () => {
    const home = sessionHome()
    const own = join(home.projectFolder, home.id)
    const changed = put(join(own, 'tool-results', 'changed.txt'), 'old')
    const removed = put(join(own, 'tool-results', 'removed.txt'), 'gone')
    const sideFiles = [
      { kind: 'write', to: { in: 'own', name: 'tool-results/changed.txt' }, content: Buffer.from('new') },
      { kind: 'write', to: { in: 'own', name: 'tool-results/made.txt' }, content: Buffer.from('made') },
      { kind: 'remove', path: removed },
    ] as const
    await applyChanges(request(home, { ...inPlace, changes: { edits: [], sideFiles } }))
    expect(contents(join(own, 'tool-results'))).toEqual({ 'changed.txt': 'new', 'made.txt': 'made' })
    expect(existsSync(changed)).toBe(true)
  })

  test.each<[string, (path: string) => void]>([
    ['grown', path => appendFileSync(path, LINE)],
    ['rewritten', path => writeFileSync(path, LINE)],
    [
      'replaced',
      path => {
        writeFileSync(`${path}.tmp`, readFileSync(path))
        renameSync(`${path}.tmp`, path)
      },
    ],
    ['gone', path => rmSync(path)],
  ])('refused where the file is %s since it was read', async (_, change) => {
    const home = sessionHome()
    const asked = request(home, inPlace)
    change(home.path)
    const now = contents(home.configDir)
    await expect(applyChanges(asked)).rejects.toMatchObject({ code: 'session-changed', exitCode: 1 })
    expect(contents(home.configDir)).toEqual(now)
  })

  test('a file that somebody holds open for writing is not replaced: it stays the very same file', async () => {
    const home = sessionHome()
    const { ino } = statSync(home.path)
    const held = openSync(home.path, 'a')
    try {
      const refused = applyChanges(request(home, inPlace))
      await expect(refused).rejects.toMatchObject({ code: 'session-open', exitCode: 1 })
      writeSync(held, '{"late":true}\n')
    } finally {
      closeSync(held)
    }
    expect(statSync(home.path).ino).toBe(ino)
    expect(readFileSync(home.path, 'utf8')).toBe(`${home.text}{"late":true}\n`)
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
    // Who only reads is in nobody's way.
    const reader = openSync(home.path, 'r')
    await applyChanges(request(home, inPlace)).finally(() => closeSync(reader))
  })

  test('a client that had opened the file writes in the last moment: all is put back, with its line', async () => {
    const home = sessionHome()
    // By another name: who writes in another container cannot be seen either.
    linkSync(home.path, join(home.root, 'unseen'))
    const late = openSync(join(home.root, 'unseen'), 'a')
    const { ino } = statSync(home.path)
    const watch = setInterval(() => {
      if (statSync(home.path).ino === ino) return
      clearInterval(watch)
      writeSync(late, '{"to":"the old file"}\n')
      appendFileSync(home.path, '{"to":"the new file"}\n')
    }, 1)
    try {
      await expect(applyChanges(request(home, inPlace))).rejects.toMatchObject({ code: 'session-changed', exitCode: 1 })
    } finally {
      clearInterval(watch)
      closeSync(late)
    }
    expect(readFileSync(home.path, 'utf8')).toBe(`${home.text}{"to":"the old file"}\n{"to":"the new file"}\n`)
    // The very file that it holds open, so that its next line is not lost either.
    expect(statSync(home.path).ino).toBe(ino)
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
    expect(listReceipts(home.dataDir).receipts).toEqual([])
  })

  test('a side file that is read and written again: as it was read, or refused', async () => {
    const home = sessionHome()
    const results = join(home.projectFolder, home.id, 'tool-results')
    const [read, other] = ['read.txt', 'other.txt'].map(name => put(join(results, name), 'old text'))
    const edits = [{ offset: 0, length: 3, content: Buffer.from('new') }]
    const copy = (name: string) =>
      ({ kind: 'copy', from: read!, to: { in: 'own', name: `tool-results/${name}` }, edits }) as const
    const applied = (names: readonly string[], states?: ApplyRequest['states']) => {
      const changes = { edits: [], sideFiles: names.map(copy) }
      return applyChanges(request(home, { ...inPlace, changes, ...(states ? { states } : {}) }))
    }
    const { receipt } = await applied(['read.txt'])
    expect(readFileSync(read!, 'utf8')).toBe('new text')
    // The session comes last.
    expect(receipt.files.map(({ role }) => role)).toEqual(['side', 'session'])
    // Known from before: over another file, and over itself.
    await applied(['other.txt'], new Map([[read!, fileState(read!)]]))
    expect(readFileSync(other!, 'utf8')).toBe('new text')
    const states = new Map([[read!, fileState(read!)]])
    await applied(['read.txt'], states)
    const known = new Map([[read!, fileState(read!)]])
    appendFileSync(read!, ', and more')
    await expect(applied(['read.txt'], known)).rejects.toMatchObject({ code: 'session-changed' })
    expect(readFileSync(read!, 'utf8')).toBe('new text, and more')
    writeFileSync(read!, 'else')
    await expect(applied(['third.txt'], known)).rejects.toMatchObject({ code: 'session-changed' })
    expect(readdirSync(results)).toEqual(['other.txt', 'read.txt'])
    // Without edits it is the same elsewhere.
    const sideFiles = [{ kind: 'copy', from: read!, to: { in: 'own', name: 'tool-results/same.txt' } }] as const
    await applyChanges(request(home, { ...inPlace, changes: { edits: [], sideFiles } }))
    expect(readFileSync(join(results, 'same.txt'), 'utf8')).toBe('else')
  })

  test('a file that is not this session’s alone is changed where it stands', async () => {
    const home = sessionHome()
    const path = put(join(home.configDir, 'history.jsonl'), 'old lines\n')
    const edits = [{ offset: 0, length: 3, content: Buffer.from('new') }]
    const shared = (states?: ApplyRequest['states']) => {
      const changes = { edits: [], sideFiles: [{ kind: 'shared', path, edits } as const] }
      return applyChanges(request(home, { ...inPlace, changes, ...(states ? { states } : {}) }))
    }
    const { receipt } = await shared()
    expect(readFileSync(path, 'utf8')).toBe('new lines\n')
    expect(receipt.files).toMatchObject([{ role: 'side', change: 'replaced', path }, { role: 'session' }])
    const states = new Map([[path, fileState(path)]])
    writeFileSync(path, 'else')
    await expect(shared(states)).rejects.toMatchObject({ code: 'session-changed' })
    expect(readFileSync(path, 'utf8')).toBe('else')
  })

  test('what it saves is in the receipt, where that is known', async () => {
    const home = sessionHome()
    const tokens = { before: 20, after: 10 } as unknown as NonNullable<ApplyRequest['tokens']>
    expect((await applyChanges(request(home, { ...inPlace, tokens }))).receipt).toMatchObject({ tokens })
    expect((await applyChanges(request(home, inPlace))).receipt).not.toHaveProperty('tokens')
  })

  test('refused where a client starts on it while the change is made ready', async () => {
    const home = sessionHome()
    const live = join(home.configDir, 'sessions', '1.json')
    const edits = {
      *[Symbol.iterator]() {
        put(live, JSON.stringify({ pid: process.pid, sessionId: home.id }))
        yield insertion
      },
    }
    const asked = applyChanges(request(home, { ...inPlace, changes: { edits, sideFiles: [] } }))
    await expect(asked).rejects.toMatchObject({ code: 'session-live', exitCode: 1 })
    expect(readFileSync(home.path, 'utf8')).toBe(home.text)
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
  })

  test('refused where a client is running on it', async () => {
    const home = sessionHome()
    put(join(home.configDir, 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: home.id }))
    const now = contents(home.configDir)
    await expect(applyChanges(request(home, inPlace))).rejects.toMatchObject({ code: 'session-live', exitCode: 1 })
    expect(contents(home.configDir)).toEqual(now)
    // Before anything is made ready.
    expect(existsSync(home.dataDir)).toBe(false)
    // A new session is made from it all the same.
    await applyChanges(request(home))
  })

  test('a link to the session file stays one', async () => {
    const home = sessionHome()
    const link = join(home.root, `${uuid(9)}.jsonl`)
    symlinkSync(home.path, link)
    const source = { id: home.id, path: link, state: fileState(link) }
    await applyChanges(request(home, { ...inPlace, source }))
    expect(readFileSync(home.path, 'utf8')).toBe(LINE + home.text)
    expect(readFileSync(link, 'utf8')).toBe(LINE + home.text)
  })
})

describe('at the same time', () => {
  test('two changes of one session: one is made, the other is refused, and undo takes back what was made', async () => {
    const home = sessionHome()
    const outcomes = await Promise.allSettled([1, 2].map(() => applyChanges(request(home, inPlace))))
    expect(outcomes.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(one => one.status === 'rejected')).toMatchObject({ reason: { code: 'session-changed' } })
    const { receipts } = listReceipts(home.dataDir)
    expect(receipts).toHaveLength(1)
    await undoChange(receipts[0]!, { dataDir: home.dataDir, call: [] })
    expect(readFileSync(home.path, 'utf8')).toBe(home.text)
  })

  test('two changes of one session from different data dirs: at most one is made', async () => {
    const home = sessionHome()
    const dataDirs = ['data', 'other'].map(name => join(home.root, name))
    const outcomes = await Promise.allSettled(
      dataDirs.map(dataDir => applyChanges(request(home, { ...inPlace, dataDir }))),
    )
    const made = outcomes.filter(one => one.status === 'fulfilled').length
    expect(made).toBeLessThan(2)
    expect(readFileSync(home.path, 'utf8')).toBe((made > 0 ? LINE : '') + home.text)
    expect(readdirSync(home.projectFolder)).toEqual([basename(home.path)])
    await applyChanges(request(home, inPlace))
  })

  test('what another one has left in the session’s folder is told, with the name of it', async () => {
    const home = sessionHome()
    const left = join(home.projectFolder, temporaryName('5c0ffee11', 0))
    linkSync(home.path, left)
    const refused = applyChanges(request(home, inPlace))
    await expect(refused).rejects.toMatchObject({ code: 'change-busy', exitCode: 1 })
    await expect(refused).rejects.toThrow(`delete ${left} if it is no longer running`)
    expect(readFileSync(home.path, 'utf8')).toBe(home.text)
  })

  test('changes of different sessions do not wait for each other', async () => {
    const home = sessionHome()
    const targets = [2, 3, 4, 5].map(number => ({ ...request(home).target, id: uuid(number) }) as ApplyTarget)
    await Promise.all(targets.map(target => applyChanges(request(home, { target }))))
    expect(listReceipts(home.dataDir).receipts).toHaveLength(4)
    expect(readdirSync(home.dataDir).toSorted()).toEqual(['receipts', 'unfinished'])
  })
})

test('a file anywhere: side files lie beside it', async () => {
  const home = sessionHome()
  const path = join(home.root, 'out', 'copy.jsonl')
  const sideFiles = [
    { kind: 'write', to: { in: 'own', name: 'tool-results/a.txt' }, content: Buffer.from('a') },
    { kind: 'write', to: { in: 'tasks', name: '1.json' }, content: Buffer.from('{}') },
  ] as const
  await applyChanges(request(home, { target: { kind: 'file', path }, changes: { edits: [], sideFiles } }))
  const { folder } = findSessionFolder(path)
  expect([folder.toolResults.length, folder.tasks.length]).toEqual([1, 1])
  expect(readFileSync(path, 'utf8')).toBe(home.text)
})

test('the data dir cannot be written: nothing happens', async () => {
  const home = sessionHome()
  const before = contents(home.configDir)
  const dataDir = put(join(home.root, 'a-file'))
  await expect(applyChanges(request(home, { ...inPlace, dataDir }))).rejects.toMatchObject({ exitCode: 3 })
  expect(contents(home.configDir)).toEqual(before)
})
