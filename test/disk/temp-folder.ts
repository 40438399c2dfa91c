// A real folder for a test, gone afterwards: a pretended file system has no inodes, links or permissions worth testing.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** In a concurrent test with the `onTestFinished` of its context: the common one knows only one test at a time. */
export function tempFolder(whenFinished: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'rethread-'))
  chmodSync(folder, 0o755) // another user must get as far as the file whose mode is tested
  whenFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file with the folders above it; returns its path. */
export function put(path: string, content: string | Uint8Array = '', mtime?: number): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  if (mtime !== undefined) utimesSync(path, mtime, mtime)
  return path
}

export function uuid(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

export function row(fields: Record<string, unknown>): string {
  return `${JSON.stringify({ type: 'user', ...fields })}\n`
}
