// Where a client has put the files of a session.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientHome } from '../client-home.js'

const SESSION = /^([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/

/** Every session of every project: a session may move to another folder in its life. */
function sessions(home: ClientHome): { readonly id: string; readonly path: string }[] {
  const projects = join(home.config, 'projects')
  return readdirSync(projects).flatMap(project =>
    readdirSync(join(projects, project)).flatMap(name => {
      const id = SESSION.exec(name)?.[1]
      return id ? [{ id, path: join(projects, project, name) }] : []
    }),
  )
}

export function newestSession(home: ClientHome): string | undefined {
  const byAge = sessions(home).sort((a, b) => statSync(a.path).mtimeMs - statSync(b.path).mtimeMs)
  return byAge.at(-1)?.id
}

export function sessionFile(home: ClientHome, id: string): string {
  const found = sessions(home).find(session => session.id === id)
  if (!found) throw new Error(`no file of session ${id}`)
  return found.path
}

/** What lies beside a session, by its path beside the session's file. */
export function sideFiles(home: ClientHome, id: string): ReadonlyMap<string, string> {
  const file = sessionFile(home, id)
  const project = join(file, '..')
  const found = new Map<string, string>()
  const take = (folder: string, as: string): void => {
    if (!existsSync(folder)) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) take(path, `${as}/${entry.name}`)
      else found.set(`${as}/${entry.name}`, path)
    }
  }
  take(join(project, id), id)
  take(join(home.config, 'file-history', id), `file-history/${id}`)
  // Client 2.0 lays the transcripts of agents next to the sessions, also of some that it starts for itself.
  const text = readFileSync(file, 'utf8')
  for (const name of readdirSync(project)) {
    const agent = /^agent-(.+)\.jsonl$/.exec(name)?.[1]
    if (agent && text.includes(agent)) found.set(name, join(project, name))
  }
  return found
}
