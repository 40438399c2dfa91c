// `node scripts/tool.mjs team-bench [ENTRIES …]`: the rows of the team store alone, with so many entries (1000000).

import { tableOf } from './bench/search-rows.js'
import { teamRows } from './bench/team-rows.js'

const sizes = process.argv.slice(2).map(Number)
if (sizes.some(size => !(size > 0))) throw new Error('usage: team-bench [ENTRIES …]')
const rows = await teamRows({
  sizes: sizes.length > 0 ? sizes.toSorted((a, b) => a - b) : [1_000_000],
  readers: 200,
  writers: 20,
  seconds: Number(process.env['BENCH_SECONDS'] ?? 60),
})
console.log(tableOf(rows))
if (rows.length === 0 || rows.some(row => row.ratio > row.goal)) process.exitCode = 1
