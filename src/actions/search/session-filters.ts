// What a search asks of whole sessions.

import { basename, resolve } from 'node:path'
import type { SessionFilter } from '../../catalog/query/question.js'
import type { Finder } from '../../catalog/scan.js'
import type { Source } from '../../catalog/store.js'
import { SESSION_ENDING } from '../../format/session-folder.js'

/** A session that was found in: its own file, and the one that the hits are in. */
export interface Candidate {
  readonly session: Source
  readonly source: Source
  readonly project: string | null
}

export type SessionTest = (candidate: Candidate) => Promise<boolean>

export async function sessionTest(
  filters: readonly SessionFilter[],
  finder: Finder,
  cwd: string,
  hasSecrets: (session: string) => Promise<boolean>,
): Promise<SessionTest> {
  const tests = await Promise.all(filters.map(filter => testOf(filter, finder, cwd, hasSecrets)))
  return async candidate => {
    for (const [at, test] of tests.entries()) if ((await test(candidate)) === filters[at]!.not) return false
    return true
  }
}

async function testOf(
  filter: SessionFilter,
  finder: Finder,
  cwd: string,
  hasSecrets: (session: string) => Promise<boolean>,
): Promise<SessionTest> {
  const { key, value } = filter
  switch (key) {
    case 'project': {
      const directory = resolve(cwd, value)
      // `.` and `/a/b` are that directory; a name is also a part of others.
      const isPath = /^[./\\~]/.test(value)
      return async ({ project }) => project === directory || (!isPath && has(project, value))
    }
    case 'branch':
      return async ({ session }) => Object.keys(session.figures.branches).some(name => has(name, value))
    case 'model':
      return async ({ session, source }) =>
        [session, source].some(({ figures }) => Object.keys(figures.models).some(name => has(name, value)))
    case 'session':
      return async ({ session }) =>
        basename(session.path, SESSION_ENDING).startsWith(value) || session.path === resolve(cwd, value)
    case 'agent':
      return async ({ source }) => source.agentId?.startsWith(value) ?? false
    case 'file': {
      const touched = new Set<string>()
      for (const { source } of await finder.touches(value))
        touched.add((await finder.source(source))?.session ?? source)
      return async ({ session }) => touched.has(session.path)
    }
    case 'has':
      if (value === 'compaction') return async ({ session }) => session.figures.compactions > 0
      if (value === 'images') return async ({ session }) => session.figures.images > 0
      return ({ session }) => hasSecrets(session.path)
  }
}

function has(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false
}
