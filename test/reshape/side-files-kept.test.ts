// Every file that lies with a session comes along, or is named.

import { describe, expect, test } from 'vitest'
import type { SideFileChange } from '../../src/format/changes.js'
import type { SessionFolder } from '../../src/format/session-folder.js'
import type { Plan } from '../../src/reshape/plan/plan.js'
import { sideFilesKept } from '../../src/reshape/verdict/side-files.js'
import { folderOf } from './in-memory.js'

const file = (name: string) => ({ name, path: `/p/${name}`, size: 1, mtimeMs: 0 })
const agent = (name: string, hasNote: boolean) => ({
  path: `/p/${name}.jsonl`,
  agentId: name,
  layout: 'subagents' as const,
  size: 1,
  mtimeMs: 0,
  ...(hasNote ? { metaPath: `/p/${name}.meta.json` } : {}),
})

const FOLDER: SessionFolder = {
  ...folderOf('x'),
  agents: [agent('a1', true), agent('a2', false)],
  toolResults: [file('r.txt')],
  fileHistory: [file('h')],
  tasks: [file('1.json')],
  todos: [file('todo.json')],
  imageCache: [file('1.png')],
  sessionEnv: [file('env.sh')],
  others: [file('notes.txt')],
  titleFile: file('custom-title.json'),
}
const PATHS = [
  'a1.jsonl',
  'a1.meta.json',
  'a2.jsonl',
  'r.txt',
  'h',
  '1.json',
  'todo.json',
  '1.png',
  'env.sh',
  'notes.txt',
]
const ALL = [...PATHS, 'custom-title.json'].map(name => `/p/${name}`)

const copy = (from: string, name = from): SideFileChange => ({ kind: 'copy', from, to: { in: 'own', name } })

function kept(
  sideFiles: readonly SideFileChange[],
  more: {
    readonly leftOut?: readonly string[]
    readonly isInPlace?: true
    readonly folder?: SessionFolder | null
  } = {},
): readonly string[] {
  const { leftOut = [], isInPlace, folder = FOLDER } = more
  const named = { idBefore: isInPlace ? undefined : 'x', leftOut: new Set(leftOut) }
  const plan = { changes: { edits: [], sideFiles }, named }
  return [...sideFilesKept(plan as unknown as Plan, folder ?? undefined)]
}

describe('a copy', () => {
  test('takes all of them along', () => {
    expect(kept(ALL.map(path => copy(path)))).toEqual([])
    for (const path of ALL)
      expect(kept(ALL.filter(one => one !== path).map(one => copy(one)))).toEqual([
        `a side file would be lost: ${path}`,
      ])
  })

  test('but for what is named', () => {
    for (const path of ALL) {
      const rest = ALL.filter(one => one !== path).map(one => copy(one))
      expect(kept(rest, { leftOut: [path] })).toEqual([])
    }
    // With an agent goes the note about it, and not the other way round.
    const without = (...gone: readonly string[]) => ALL.filter(one => !gone.includes(one)).map(one => copy(one))
    expect(kept(without('/p/a1.jsonl', '/p/a1.meta.json'), { leftOut: ['/p/a1.jsonl'] })).toEqual([])
    expect(kept(without('/p/a1.jsonl', '/p/a1.meta.json'), { leftOut: ['/p/a1.meta.json'] })).toEqual([
      'a side file would be lost: /p/a1.jsonl',
    ])
    expect(kept(without('/p/a1.meta.json'), { leftOut: ['/p/a2.jsonl'] })).toHaveLength(1)
  })

  test('a title may be written instead', () => {
    const rest = PATHS.map(name => copy(`/p/${name}`))
    const write = (where: 'own' | 'tasks', name: string): SideFileChange => ({
      kind: 'write',
      to: { in: where, name },
      content: new Uint8Array(0),
    })
    expect(kept([...rest, write('own', 'custom-title.json')])).toEqual([])
    expect(kept([...rest, write('tasks', 'custom-title.json')])).toHaveLength(1)
    expect(kept([...rest, write('own', 'title.json')])).toHaveLength(1)
    const { titleFile: _, ...untitled } = FOLDER
    expect(kept(rest, { folder: untitled })).toEqual([])
  })

  test('each to a place of its own', () => {
    const all = ALL.map(path => copy(path))
    expect(kept([...all, copy('/p/h', '/p/r.txt')])).toEqual(['two side files would have the same name: /p/r.txt'])
    const beside: SideFileChange = { kind: 'copy', from: '/p/h', to: { in: 'tasks', name: '/p/r.txt' } }
    expect(kept([...all, beside])).toEqual([])
    const written: SideFileChange = { kind: 'write', to: { in: 'own', name: '/p/r.txt' }, content: new Uint8Array(0) }
    expect(kept([...all, written])).toEqual(['two side files would have the same name: /p/r.txt'])
    expect(kept([...all, { kind: 'remove', path: '/x' }, { kind: 'remove', path: '/x' }])).toEqual([])
  })
})

describe('in place', () => {
  const inPlace = { isInPlace: true } as const

  test('none goes that is not named', () => {
    expect(kept([], inPlace)).toEqual([])
    const gone: SideFileChange = { kind: 'remove', path: '/p/h' }
    expect(kept([gone], inPlace)).toEqual(['a side file would be lost: /p/h'])
    expect(kept([gone], { ...inPlace, leftOut: ['/p/h'] })).toEqual([])
    const note: SideFileChange = { kind: 'remove', path: '/p/a1.meta.json' }
    expect(kept([note], { ...inPlace, leftOut: ['/p/a1.jsonl'] })).toEqual([])
  })

  test('a session that is no file has none', () => {
    expect(kept([{ kind: 'remove', path: '/p/h' }], { ...inPlace, folder: null })).toEqual([])
  })
})
