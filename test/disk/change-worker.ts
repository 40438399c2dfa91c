// One change in a process of its own, so that it can be made to fail, be killed or raced at any system call: bundled
// and called with the change and the folder of the home (faults.slow.ts, full-disk.slow.ts).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApplyTarget,
  applyChanges,
  endUnfinished,
  fileState,
  findSessionFolder,
  listReceipts,
  type MovedFile,
  moveFiles,
  removeSession,
  undoChange,
} from '../../src/disk/index.js'
import { RethreadError } from '../../src/format/error.js'
import { INSERTED, NEW_SESSION, OTHERS, REPLACED, SESSION, sessionPath } from './faulty-home.js'

/** The first argument; the second is the home, the third its data dir where that lies elsewhere. */
export type Change = 'in-place' | 'new-session' | 'rm' | 'move' | 'undo' | 'sweep' | 'plain'

const [what = '', root = '', elsewhere] = process.argv.slice(2)
const configDir = join(root, 'claude')
const dataDir = elsewhere ?? join(root, 'data')
const projectFolder = join(configDir, 'projects', '-p')
const path = sessionPath(root)

const apply = (target: ApplyTarget) =>
  applyChanges({
    verb: 'strip',
    // A receipt of several pages: on a disk that is nearly full the files may have their room, and it has not.
    call: ['strip', '-'.repeat(20_000)],
    source: { id: SESSION, path, configDir, state: fileState(path) },
    changes: {
      edits: [{ offset: 0, length: REPLACED, content: Buffer.from(INSERTED) }],
      sideFiles: [
        { kind: 'write', to: { in: 'own', name: 'tool-results/made.txt' }, content: Buffer.from('made') },
        { kind: 'write', to: { in: 'own', name: 'tool-results/b1.txt' }, content: Buffer.from('changed') },
        ...(target.kind === 'in-place'
          ? [{ kind: 'remove' as const, path: join(configDir, 'tasks', SESSION, '1.json') }]
          : []),
      ],
    },
    target,
    dataDir,
  })

/** A project of five sessions, with what lies with them and a line of the prompt history. */
function moveProject() {
  const target = join(configDir, 'projects', '-q')
  const changed = { offset: 0, length: 6, content: Buffer.from('changed') }
  const moved = (name: string, edits: MovedFile['edits'], role: MovedFile['role']): MovedFile => {
    const from = join(projectFolder, name)
    return { role, from, to: join(target, name), state: fileState(from), edits }
  }
  const ids = [SESSION, ...OTHERS]
  const history = join(configDir, 'history.jsonl')
  return moveFiles({
    call: ['move'],
    configDir,
    sessions: ids.map(id => ({ id, from: join(projectFolder, `${id}.jsonl`), to: join(target, `${id}.jsonl`) })),
    files: [
      moved(`${SESSION}.jsonl`, [{ offset: 0, length: REPLACED, content: Buffer.from(INSERTED) }], 'session'),
      ...OTHERS.map(id => moved(`${id}.jsonl`, [changed], 'session')),
      ...ids.map(id => moved(join(id, 'tool-results', 'b1.txt'), [], 'side')),
      {
        role: 'side',
        from: history,
        to: history,
        state: fileState(history),
        edits: [{ ...changed, length: 2 }],
        shared: true,
      },
    ],
    emptied: [
      projectFolder,
      ...ids.map(id => join(projectFolder, id)),
      ...ids.map(id => join(projectFolder, id, 'tool-results')),
    ],
    dataDir,
  })
}

const CHANGES: Readonly<Record<Change, () => unknown>> = {
  'in-place': () => apply({ kind: 'in-place' }),
  'new-session': () => apply({ kind: 'new-session', id: NEW_SESSION, projectFolder, configDir }),
  rm: () => removeSession({ call: ['rm'], found: findSessionFolder(path, configDir), dataDir }),
  move: moveProject,
  undo: () => undoChange(listReceipts(dataDir).receipts.at(-1)!, { dataDir, call: ['undo'] }),
  sweep: () => endUnfinished(dataDir),
  // What everybody writes first.
  plain: () => writeFileSync(path, INSERTED + readFileSync(path, 'latin1').slice(REPLACED)),
}

try {
  await CHANGES[what as Change]()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof RethreadError ? error.exitCode : 3
}
