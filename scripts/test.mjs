// `npm test` runs the fast suite; `node scripts/test.mjs slow`, `corpus` and `web` the others. Installs and builds first.

import { ready, run, tool } from './ready.mjs'

const suites = ['fast', 'slow', 'corpus', 'web']
const [first, ...rest] = process.argv.slice(2)
const suite = suites.includes(first) ? first : 'fast'
const args = suite === first ? rest : process.argv.slice(2)

ready()
run(process.execPath, [tool('vitest'), 'run', ...args], { env: { ...process.env, RETHREAD_SUITE: suite } })
