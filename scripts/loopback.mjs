// A network namespace that has loopback and nothing else. What runs in it can reach no other machine, and where a
// process namespace is to be had too, nothing that it started outlives it.

import { spawnSync } from 'node:child_process'

const WITH_PROCESSES = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
const AS_USER = '--map-root-user'
const asRoot = process.getuid?.() === 0

const inside = (flags, command) => ['unshare', [...flags, 'sh', '-c', 'ip link set lo up && "$@"', 'sh', ...command]]

/** How to start a command in such a namespace: `{ wrap }`, or `{ missing }` that says why there is none. */
export function loopback() {
  if (process.platform !== 'linux') return { missing: 'network namespaces need Linux' }
  if (spawnSync('ip', ['-V']).status !== 0)
    return { missing: 'ip not found; install it, such as with apt-get install iproute2' }
  const choices = asRoot
    ? [WITH_PROCESSES, ['--net']]
    : [
        [AS_USER, ...WITH_PROCESSES],
        [AS_USER, '--net'],
      ]
  let trouble = ''
  for (const flags of choices) {
    const [program, args] = inside(flags, ['true'])
    const tried = spawnSync(program, args, { encoding: 'utf8' })
    if (tried.status === 0) return { wrap: command => inside(flags, command) }
    trouble = tried.error?.message ?? tried.stderr.trim()
  }
  return { missing: `no network namespace (${trouble})` }
}
