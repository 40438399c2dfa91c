// The baseline: reads a file and parses every line, as the plainest reader would.

import { readFileSync } from 'node:fs'

const bytes = readFileSync(process.argv[2]!)
let from = 0
let count = 0
for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
  JSON.parse(bytes.toString('utf8', from, to))
  count++
  from = to + 1
}
console.log(count)
