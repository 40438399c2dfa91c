// `node scripts/tool.mjs usage-bench [MB]`: the rows of usage alone, on so many megabytes (1000) that are made outside the
// project.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableOf } from './bench/search-rows.js'
import { usageRows } from './bench/usage-rows.js'

const folder = mkdtempSync(join(tmpdir(), 'rethread-usage-bench-'))
try {
  const cli = join(process.cwd(), 'dist', 'cli', 'rethread.js')
  console.log(tableOf(usageRows({ cli, folder, megabytes: Number(process.argv[2] ?? 1000) })))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
