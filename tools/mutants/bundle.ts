// One program of an area: its tests, the sources with their mutants, and the worker.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { instrument } from './find.js'
import type { Mutant } from './mutant.js'

export interface Program {
  readonly path: string
  readonly mutants: readonly Mutant[]
}

export interface Parts {
  readonly root: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** Inside the root, where what the tests import is found. */
  readonly folder: string
}

const ENTRY = '\0mutants'

export async function buildProgram({ root, sources, tests, folder }: Parts): Promise<Program> {
  const own = (name: string): string => join(root, 'tools', 'mutants', name)
  const mutants: Mutant[] = []
  const texts = new Map<string, string>()
  for (const file of sources) {
    const path = join(root, file)
    const found = instrument(file, readFileSync(path, 'utf8'), mutants.length + 1, own('switch.ts'))
    mutants.push(...found.mutants)
    texts.set(path, found.text)
  }
  const loads = tests.map(file => `${JSON.stringify(file)}: () => import(${JSON.stringify(join(root, file))})`)
  const bundle = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    treeshake: false,
    plugins: [
      {
        name: 'mutants',
        resolveId(id, importer) {
          if (id === ENTRY) return ENTRY
          if (id === 'vitest')
            return importer === own('stand-in.ts') ? { id, external: true } : { id: own('stand-in.ts') }
          return /^[.\\/]/.test(id) || /^[A-Za-z]:/.test(id) ? undefined : { id, external: true }
        },
        load(id) {
          if (id !== ENTRY) return undefined
          const serve = `import { serve } from ${JSON.stringify(own('worker.ts'))}`
          return `${serve}\nawait serve({ ${loads.join(', ')} }, ${mutants.length})`
        },
        transform(code, id) {
          const text = texts.get(id) ?? code
          // Where a file stands is where it stood.
          return id.startsWith(root) ? { code: located(text, id), map: null } : undefined
        },
      },
    ],
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'worker.mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  return { path: join(folder, 'worker.mjs'), mutants }
}

function located(text: string, path: string): string {
  return text
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
}
