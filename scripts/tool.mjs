// Runs one of the kept programs of tools/: `node scripts/tool.mjs samples`.

import { join } from 'node:path'
import { ready, root, run, tool } from './ready.mjs'

const [name, ...args] = process.argv.slice(2)
if (!name || !/^[a-z-]+$/.test(name)) {
  console.error('usage: node scripts/tool.mjs <name of a file in tools/> [arguments]')
  process.exit(2)
}
ready({ quiet: true })
run(process.execPath, [tool('typescript'), '-p', 'tsconfig.tools.json'])
run(process.execPath, [join(root, 'build', 'tools', `${name}.js`), ...args])
