// From AssemblyScript to the bytes of a module, and to the TypeScript file that carries them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

const SOURCE = 'quick-scan.ts'
const SOURCES = [SOURCE, 'quick-answer.ts']

/** 4 MB of memory, no more and no less: the layout stands in the source. Words of the source lie behind all else but the text. */
const OPTIONS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--initialMemory',
  '64',
  '--maximumMemory',
  '64',
  '--memoryBase',
  '147456',
]

export async function compileQuickScan(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined
  const { error, stderr } = await main([SOURCE, '--outFile', 'quick-scan.wasm', ...OPTIONS], {
    readFile: name => (SOURCES.includes(name) ? readFileSync(join(process.cwd(), 'assembly', name), 'utf8') : null),
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') bytes = contents
    },
    listFiles: () => [],
  })
  if (error || !bytes) throw new Error(`${error?.message ?? 'nothing was written'}\n${stderr.toString()}`)
  return bytes
}

export function quickScanCode(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,110}/g) ?? []
  return [
    '// Compiled from assembly/quick-scan.ts by `npm run wasm`.',
    '',
    '/** A WebAssembly module, in base64. */',
    'export const QUICK_SCAN =',
    ...lines.map((line, index) => `  '${line}'${index < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}
