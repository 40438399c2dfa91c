// Takes out of dist/ what no entrance of the package leads to: files that only the bundled command line needs, and types
// of theirs.

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** `keep` is a folder that stays as it is. */
export function pruneDist(root, keep) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const dist = join(root, 'dist')
  const reached = new Set()
  const todo = Object.values(exports).flatMap(one => (typeof one === 'string' ? [] : Object.values(one)))
  for (const path of todo.map(one => resolve(root, one))) reach(path, reached)
  const emptied = []
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (path === keep || path.startsWith(`${keep}/`) || path.startsWith(`${keep}\\`)) continue
    if (entry.isDirectory()) emptied.push(path)
    else if (!reached.has(path)) rmSync(path)
  }
  for (const folder of emptied.toSorted((a, b) => b.length - a.length))
    if (readdirSync(folder).length === 0) rmdirSync(folder)
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\1/g

/** Without recursion: the graph may be deep. */
function reach(start, reached) {
  const todo = [start]
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (reached.has(path) || !existsSync(path)) continue
    reached.add(path)
    if (path.endsWith('.json')) continue
    const isTypes = path.endsWith('.d.ts')
    for (const [, , target] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const found = resolve(dirname(path), target)
      todo.push(isTypes ? found.replace(/\.js$/, '.d.ts') : found)
    }
  }
}
