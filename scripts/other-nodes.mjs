// The promise of Node 20.19 to 26: the fast suite and the start on other Node versions, brought by npx.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ready, root, tool } from './ready.mjs'

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24']

ready({ quiet: true })
let failed = 0
for (const version of versions) {
  const node = args =>
    spawnSync('npx', ['--yes', '-p', `node@${version}`, 'node', ...args], { cwd: root, stdio: 'inherit' }).status
  console.log(`\n== Node ${version}`)
  if (node(['--version']) !== 0) failed++
  else if (node([join('scripts', 'try-start.mjs')]) !== 0) failed++
  else if (node([tool('vitest'), 'run']) !== 0) failed++
}
console.log(`\n${versions.length - failed} of ${versions.length} Node versions passed`)
process.exitCode = failed === 0 ? 0 : 1
