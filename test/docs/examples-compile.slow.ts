// Every example of the library compiles under `tsc --strict`, against the types that the package ships.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../cli/rethread.js'

/** Inside the project: that is where its own name leads to its exports. */
const FOLDER = join(ROOT, 'build', 'examples')
const EXAMPLE = /```js\n([\s\S]*?)```/g

const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map(name => join('docs', name))]
const examples = documents
  .filter(name => name.endsWith('.md'))
  .flatMap(name => [...readFileSync(join(ROOT, name), 'utf8').matchAll(EXAMPLE)].map(([, code]) => code!))
  .filter(code => code.includes("from 'rethread"))

function errorsIn(codes: readonly string[]): string {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  codes.forEach((code, at) => {
    writeFileSync(join(FOLDER, `example-${at}.mts`), `${code}\nexport {}\n`)
  })
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'esnext.disposable'] },
    ...{ module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], skipLibCheck: false },
  }
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'typescript', 'package.json'), 'utf8'))
  const tsc = join(ROOT, 'node_modules', 'typescript', bin.tsc)
  return spawnSync(process.execPath, [tsc, '-p', FOLDER], { encoding: 'utf8' }).stdout
}

let errors: string
beforeAll(() => {
  errors = errorsIn([...examples, `import { session } from 'rethread'\n(await session()).turn()\n`])
})

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(8)
})

test('all of them compile, and a wrong one would not', () => {
  const wrong = `example-${examples.length}.mts`
  const lines = errors.split('\n').filter(line => line.includes('error TS'))
  expect(lines.filter(line => line.includes(wrong))).toHaveLength(1)
  expect(lines.filter(line => !line.includes(wrong))).toEqual([])
})
