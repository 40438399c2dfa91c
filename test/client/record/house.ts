// The place where sessions are recorded: the same neutral paths on every machine, so that nothing of the machine gets
// into a recorded file. /home is covered by an empty file system in a mount namespace of its own.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientHome } from '../client-home.js'
import { PROJECT } from './situation.js'

const ROOT = '/home/dev'
const INSIDE = 'RETHREAD_HOUSE'

// What lies under /home stays reachable: clients may be installed there.
const ENTER = `set -e
hostname dev
aside=$(mktemp -d)
mount --rbind /home "$aside"
mount -t tmpfs tmpfs /home
for old in "$aside"/*; do
  [ -d "$old" ] || continue
  mkdir "/home/$(basename "$old")"
  mount --rbind "$old" "/home/$(basename "$old")"
done
mkdir -p ${ROOT}
mount -t tmpfs tmpfs ${ROOT}
exec "$@"`

/** Runs this program again inside, and ends as it ends. Returns where it is inside already. */
export function enterHouse(): void {
  if (process.env[INSIDE] === '1') return
  const again = [process.execPath, ...process.argv.slice(1)]
  const run = spawnSync('unshare', ['--mount', '--uts', 'sh', '-c', ENTER, 'sh', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  })
  if (run.error) throw run.error
  process.exit(run.status ?? 1)
}

/** An empty house. There is one at a time. */
export function freshHouse(): ClientHome {
  const config = join(ROOT, '.claude')
  const clear = () => {
    for (const part of [config, PROJECT, join(ROOT, 'tmp')]) {
      rmSync(part, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
  clear()
  const project = join(config, 'projects', PROJECT.replace(/[^a-zA-Z0-9]/g, '-'))
  for (const folder of [PROJECT, join(ROOT, 'tmp'), join(config, 'home'), project])
    mkdirSync(folder, { recursive: true })
  return { root: ROOT, config, work: PROJECT, project, remove: clear }
}
