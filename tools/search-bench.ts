// `node scripts/tool.mjs search-bench [MB] [config dir]`: the rows of the index alone, on so many megabytes (100) that are
// made outside the project, or on the sessions of a config dir.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCorpus, searchRows, tableOf } from './bench/search-rows.js'

const [, , megabytes = '100', given] = process.argv
const here = dirname(fileURLToPath(import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rethread-search-bench-'))
try {
  const configDir = given ?? join(folder, 'claude')
  if (given === undefined) makeCorpus(configDir, Number(megabytes))
  const cli = join(process.cwd(), 'dist', 'cli', 'rethread.js')
  console.log(tableOf(searchRows({ cli, raw: join(here, 'bench', 'raw-index.js'), folder, configDir })))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
