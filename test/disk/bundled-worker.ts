// A worker of these tests as one file that node can run, without the build.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll } from 'vitest'

/** The folder of the worker, gone when the tests of the file are done, and the worker in it. */
export async function bundledWorker(name: string): Promise<{ readonly folder: string; readonly worker: string }> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'rethread-worker-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const bundle = await rolldown({
    input: join(import.meta.dirname, name),
    platform: 'node',
    external: [/^node:/, 'libsql', 'zod'],
  })
  const worker = join(folder, 'worker.mjs')
  await bundle.write({ file: worker, format: 'esm', codeSplitting: false })
  await bundle.close()
  return { folder, worker }
}
