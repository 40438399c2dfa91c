// The baseline: reads a file, or all in a folder, and parses every line, as the plainest reader would; with --stringify
// writes each anew.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const path = process.argv[2]!
const anew = process.argv[3] === '--stringify'
const isFolder = statSync(path).isDirectory()
const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : ['']
let count = 0
for (const name of names.filter(one => !isFolder || one.endsWith('.jsonl'))) {
  const bytes = readFileSync(join(path, name))
  let from = 0
  for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
    const value: unknown = JSON.parse(bytes.toString('utf8', from, to))
    if (anew) JSON.stringify(value)
    count++
    from = to + 1
  }
}
console.log(count)
