// Loaded before a program (`node --import`): notes every call of node:fs and every start of another program that has to
// do with what is watched, whatever name leads there. WATCHED_NOTES: the file for the notes, one JSON document a line;
// WATCHED_PATHS: a JSON list of files, and of folders with a `/` at their end, in which everything is watched.

import programs from 'node:child_process'
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const { WATCHED_NOTES: notes, WATCHED_PATHS: list } = process.env
const { appendFileSync } = fs
const realPath = fs.realpathSync.native
const paths = JSON.parse(list)
const files = new Set(paths.filter(path => !path.endsWith('/')))
const folders = paths.filter(path => path.endsWith('/'))

const LOOKS = ['stat', 'lstat', 'realpath', 'exists', 'access', 'statfs']
const READS = [
  'open',
  'openAsBlob',
  'readFile',
  'readdir',
  'opendir',
  'readlink',
  'createReadStream',
  'watch',
  'watchFile',
]
const CHANGES = [
  ...['writeFile', 'appendFile', 'createWriteStream', 'truncate', 'unlink', 'rm', 'rmdir', 'mkdir', 'mkdtemp'],
  ...['chmod', 'lchmod', 'chown', 'lchown', 'utimes', 'lutimes'],
]
/** Both of their arguments are paths. */
const PAIRS = ['rename', 'copyFile', 'cp', 'link', 'symlink']

/** Of a link they tell, or change, the link itself. */
const OF_THE_LINK = new Set([
  ...['lstat', 'readlink', 'unlink', 'rm', 'rmdir', 'rename', 'link', 'symlink', 'lchmod', 'lchown', 'lutimes'],
])

const wrap = (owner, name, did, arity) => {
  const original = owner[name]
  if (typeof original !== 'function') return
  const wrapped = function (...args) {
    for (const path of args.slice(0, arity)) note(did, name, path)
    return Reflect.apply(original, this, args)
  }
  for (const key of Reflect.ownKeys(original)) {
    if (!Object.hasOwn(wrapped, key)) wrapped[key] = original[key]
  }
  if ('native' in original)
    wrapped.native = (...args) => {
      note(did, name, args[0])
      return original.native(...args)
    }
  owner[name] = wrapped
}

for (const [did, names, arity] of [
  ['looked', LOOKS, 1],
  ['read', READS, 1],
  ['changed', CHANGES, 1],
  ['changed', PAIRS, 2],
]) {
  for (const name of names) {
    wrap(fs, name, did, arity)
    wrap(fs, `${name}Sync`, did, arity)
    wrap(promises, name, did, arity)
  }
}
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  const original = programs[name]
  programs[name] = (...args) => {
    appendFileSync(notes, `${JSON.stringify({ did: 'started', by: name, path: String(args[0]) })}\n`)
    return original(...args)
  }
}
syncBuiltinESMExports()

function note(did, by, given) {
  const path = pathOf(given)
  if (path === undefined) return
  // A link in the way leads there too, also to a file that is not there yet.
  const own = join(real(dirname(path)), basename(path))
  const ways = OF_THE_LINK.has(by.replace(/Sync$/, '')) ? [path, own] : [path, own, real(path)]
  const found = ways.find(isWatched)
  if (found !== undefined) appendFileSync(notes, `${JSON.stringify({ did, by, path: found })}\n`)
}

function isWatched(path) {
  return files.has(path) || folders.some(folder => path.startsWith(folder) || path === folder.slice(0, -1))
}

function pathOf(given) {
  if (given instanceof URL) return fileURLToPath(given)
  if (Buffer.isBuffer(given)) return resolve(given.toString())
  return typeof given === 'string' ? resolve(given.replaceAll('\0', '')) : undefined
}

function real(path) {
  try {
    return realPath(path)
  } catch {
    return path
  }
}
