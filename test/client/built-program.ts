// rethread as one program that the client can start, made from the source: what was built before may be older.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '../..')

export interface BuiltProgram {
  /** A folder laid out like the package: `dist/cli/rethread.js` in it. */
  readonly root: string
  readonly path: string
  remove(): void
}

export async function buildProgram(): Promise<BuiltProgram> {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'rethread-program-')))
  mkdirSync(join(root, 'dist'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const built = await rolldown({
    input: join(ROOT, 'src', 'rethread.ts'),
    platform: 'node',
    external: [/^node:/, 'libsql', 'zod'],
  })
  await built.write({
    dir: join(root, 'dist', 'cli'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await built.close()
  return {
    root,
    path: join(root, 'dist', 'cli', 'rethread.js'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
