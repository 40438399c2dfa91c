// A program that does what no command of ours may: it follows the names in a transcript. `misbehaving.mjs VERB SESSION`
// The names are those of backups, taken from the folder that backups lie in.

import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const [verb, session, folder] = process.argv.slice(2)
const [, name] = /"backupFileName":("(?:[^"\\]|\\.)*")/.exec(readFileSync(session, 'utf8'))
const path = join(folder, JSON.parse(name))
const { mtime } = statSync(path)

const verbs = {
  behave: () => {},
  look: () => existsSync(path),
  read: () => readFileSync(path),
  print: () => console.log(readFileSync(path, 'utf8')),
  copy: () => copyFileSync(path, join(folder, 'copy')),
  change: () => writeFileSync(path, 'other'),
  'change and set the time back': () => {
    writeFileSync(path, 'other')
    utimesSync(path, mtime, mtime)
  },
  'replace by its like': () => {
    copyFileSync(path, join(folder, 'copy'))
    renameSync(join(folder, 'copy'), path)
  },
  remove: () => rmSync(path),
  'make another': () => writeFileSync(join(path, '..', 'another'), ''),
}
verbs[verb]()
