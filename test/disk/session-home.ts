// A config dir with one session that has a side file of every kind, and a data dir beside it.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { put, row, tempFolder, uuid } from './temp-folder.js'

export interface SessionHome {
  readonly root: string
  readonly configDir: string
  readonly dataDir: string
  readonly projectFolder: string
  readonly id: string
  readonly path: string
  readonly text: string
}

export const OLD = 1_700_000_000

export function sessionHome(lines = 3): SessionHome {
  const root = tempFolder()
  const configDir = join(root, 'claude')
  const projectFolder = join(configDir, 'projects', '-p')
  const id = uuid(1)
  const text = Array.from({ length: lines }, (_, at) => row({ uuid: uuid(100 + at), at, text: 'ä'.repeat(20) })).join(
    '',
  )
  const path = put(join(projectFolder, `${id}.jsonl`), text, OLD)
  return { root, configDir, dataDir: join(root, 'data'), projectFolder, id, path, text }
}

/** The names of the side files, as a client of each generation leaves them. */
export function putSideFiles({ configDir, projectFolder, id }: SessionHome): readonly string[] {
  const agent = row({ sessionId: id, isSidechain: true })
  return [
    put(join(projectFolder, 'agent-0a0a0a0a.jsonl'), agent, OLD),
    put(join(projectFolder, id, 'subagents', 'agent-0b.jsonl'), agent, OLD),
    put(join(projectFolder, id, 'subagents', 'agent-0b.meta.json'), '{"agentType":"x"}', OLD),
    put(join(projectFolder, id, 'tool-results', 'b1.txt'), 'output', OLD),
    put(join(projectFolder, id, 'custom-title.json'), '{}', OLD),
    put(join(projectFolder, id, 'notes', 'else.txt'), 'else', OLD),
    put(join(configDir, 'file-history', id, '0123456789abcdef@v1'), 'before', OLD),
    put(join(configDir, 'tasks', id, '1.json'), '{}', OLD),
    put(join(configDir, 'session-env', id, 'hook.sh'), 'true', OLD),
    put(join(configDir, 'image-cache', id, '1.png'), 'png', OLD),
    put(join(configDir, 'todos', `${id}-agent-${id}.json`), '[]', OLD),
  ]
}

/** Every file and folder below a folder, with what the files hold. */
export function contents(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names.map(name => {
      const path = join(folder, name)
      return [name, statSync(path).isFile() ? readFileSync(path, 'latin1') : '(folder)']
    }),
  )
}
