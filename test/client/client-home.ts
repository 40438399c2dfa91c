// The folders of one client run: its config, its working directory, its temporary files. Nothing of the user's own.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ClientHome {
  readonly root: string
  /** CLAUDE_CONFIG_DIR. */
  readonly config: string
  /** The working directory. */
  readonly work: string
  /** The folder of `config` that holds the sessions of `work`. */
  readonly project: string
  remove(): void
}

export function makeClientHome(): ClientHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rethread-client-')))
  const config = join(root, 'config')
  const work = join(root, 'work')
  for (const folder of [work, join(root, 'tmp'), join(config, 'home')]) mkdirSync(folder, { recursive: true })
  const project = join(config, 'projects', work.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(project, { recursive: true })
  return {
    root,
    config,
    work,
    project,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }),
  }
}

/** Files that lie beside a session: by path below its folder `<session id>/`, or a folder to copy them from. */
export type SideFiles = Readonly<Record<string, Uint8Array | string>> | { readonly folder: string }

/** Lays a session file where the client looks for it. */
export function placeSession(home: ClientHome, sessionId: string, bytes: Uint8Array, side?: SideFiles): void {
  writeFileSync(join(home.project, `${sessionId}.jsonl`), bytes)
  const folder = join(home.project, sessionId)
  if (!side) return
  if (isFolder(side)) {
    cpSync(side.folder, folder, { recursive: true })
    return
  }
  for (const [path, content] of Object.entries(side)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const isFolder = (side: SideFiles): side is { readonly folder: string } =>
  typeof side['folder'] === 'string' && Object.keys(side).length === 1
