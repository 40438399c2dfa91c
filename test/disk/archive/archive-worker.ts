// One step with the archive in a process of its own, so that it can be made to fail, be killed or raced: called with the
// step and the folder of the home.

import { join } from 'node:path'
import { archive, prune, restore, verify } from '../../../src/actions/archive/index.js'
import { RethreadError } from '../../../src/format/error.js'
import { SESSION } from '../faulty-home.js'

/** `more`: all sessions again. `prune`: the first session is forgotten. */
export type Step = 'archive' | 'prune' | 'restore' | 'verify'

const [step = '', root = ''] = process.argv.slice(2)
const place = {
  env: { XDG_DATA_HOME: join(root, 'data'), XDG_CACHE_HOME: join(root, 'cache') },
  home: root,
  cwd: root,
  configDir: join(root, 'claude'),
}

const STEPS: Readonly<Record<Step, () => Promise<readonly string[]>>> = {
  archive: async () => (await archive(place, { all: true })).sessions.flatMap(one => one.why ?? []),
  prune: async () => {
    await prune(place, { sessions: [SESSION] })
    return []
  },
  restore: async () => (await restore(place, { deleted: true })).flatMap(one => [...one.refused, ...one.damaged]),
  verify: async () => (await verify(place, {})).damage.flatMap(one => (one.harmless ? [] : one.what)),
}

try {
  const why = await STEPS[step as Step]()
  for (const one of why) process.stderr.write(`${one}\n`)
  if (why.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof RethreadError ? error.exitCode : 3
}
