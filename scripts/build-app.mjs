// Builds web/ to dist/web, with every file also compressed: the server sends them as they lie there.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

export async function buildApp(root) {
  const outDir = join(root, 'dist', 'web')
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.mjs'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}
