// A home of its own with the shipped samples in it, and what every change is asked with.

import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Place } from '../../src/actions/session/place.js'
import { tempFolder } from '../disk/temp-folder.js'

export const SAMPLES = resolve(import.meta.dirname, '../../samples')
export const NOW = Date.parse('2026-11-16T12:00:00Z')

/** A new session in the same project, with ids that are the same each time. */
export const CHANGE = {
  call: [],
  where: { kind: 'same-project' },
  dryRun: false,
  now: NOW,
  keepIds: false,
  idsFrom: 'seed',
  allTexts: false,
  title: undefined,
} as const

export interface SamplesHome {
  readonly home: string
  readonly config: string
  readonly place: Place
}

/** For all tests of a file; it goes with the folder of the whole run. */
export function sharedSamplesHome(onlyProject?: string): SamplesHome {
  const shared = samplesIn(mkdtempSync(join(realpathSync.native(tmpdir()), 'rethread-samples-')))
  const projects = join(shared.config, 'projects')
  for (const name of onlyProject === undefined ? [] : readdirSync(projects))
    if (name !== onlyProject) rmSync(join(projects, name), { recursive: true })
  return shared
}

export function samplesHome(): SamplesHome {
  return samplesIn(tempFolder())
}

function samplesIn(home: string): SamplesHome {
  const config = join(home, '.claude')
  cpSync(SAMPLES, config, { recursive: true })
  return { home, config, place: { env: {}, home, cwd: home } }
}

/** Text by path of every file below. */
export const filesBelow = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(one => {
      const path = join(one.parentPath, one.name)
      return one.isFile() ? [[path, readFileSync(path, 'latin1')]] : []
    }),
  )
