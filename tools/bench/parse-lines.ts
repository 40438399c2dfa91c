// The baseline: reads a file and parses every line, as the plainest reader would; with --stringify writes each anew.

import { readFileSync } from 'node:fs'

const bytes = readFileSync(process.argv[2]!)
const anew = process.argv[3] === '--stringify'
let from = 0
let count = 0
for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
  const value: unknown = JSON.parse(bytes.toString('utf8', from, to))
  if (anew) JSON.stringify(value)
  count++
  from = to + 1
}
console.log(count)
