// Builds dist/: the library file by file with its types, and the CLI as one bundled file with lazily loaded chunks.

import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { pruneDist } from './prune-dist.mjs'
import { root, run, tool } from './ready.mjs'

rmSync(join(root, 'dist'), { recursive: true, force: true })
run(process.execPath, [tool('typescript'), '-p', 'tsconfig.json'])

const cli = join(root, 'dist', 'cli')
rmSync(cli, { recursive: true, force: true })
const bundle = await rolldown({
  input: { rethread: join(root, 'src', 'cli', 'rethread.ts') },
  platform: 'node',
  external: [/^node:/, 'zod', 'libsql', '@anthropic-ai/sdk'],
})
await bundle.write({
  dir: cli,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: true },
})
await bundle.close()
pruneDist(root, cli)
chmodSync(join(cli, 'rethread.js'), 0o755)
writeFileSync(join(root, 'dist', '.built'), '')
