// Builds dist/: the library file by file with its types, and the CLI as one bundled file with lazily loaded chunks.

import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { buildApp } from './build-app.mjs'
import { pruneDist } from './prune-dist.mjs'
import { root, run, tool } from './ready.mjs'

rmSync(join(root, 'dist'), { recursive: true, force: true })
run(process.execPath, [tool('typescript'), '-p', 'tsconfig.json'])

const cli = join(root, 'dist', 'cli')
rmSync(cli, { recursive: true, force: true })
const RETHREAD = join(root, 'src', 'rethread.ts')
await write({
  rethread: RETHREAD,
  'index-writer': join(root, 'src', 'catalog', 'sqlite', 'writer-thread.ts'),
  'usage-reader': join(root, 'src', 'catalog', 'usage', 'reader-thread.ts'),
})
// The status line is started several times a minute: it is one file, with nothing in it that it does not need.
await write({ statusline: join(root, 'src', 'cli', 'statusline.ts') }, { codeSplitting: false })
// Node starts a CommonJS program sooner: the loader of modules is not needed for it, nor what that loads itself.
writeFileSync(join(cli, 'package.json'), '{ "type": "commonjs" }\n')
pruneDist(root, cli)
chmodSync(join(cli, 'rethread.js'), 0o755)
await buildApp(root)
writeFileSync(join(root, 'dist', '.built'), '')

async function write(input, output = {}) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [
      /^node:/,
      'zod',
      'libsql',
      'pg',
      '@anthropic-ai/sdk',
      'micromark',
      'micromark-extension-gfm',
      /^highlight\.js/,
    ],
    plugins: [
      {
        name: 'status-line-apart',
        resolveId: (id, importer) =>
          importer === RETHREAD && id === './cli/statusline.js' ? { id: './statusline.js', external: true } : null,
      },
    ],
  })
  await bundle.write({
    dir: cli,
    format: 'cjs',
    dynamicImportInCjs: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: { compress: true, mangle: false, codegen: true },
    ...output,
  })
  await bundle.close()
}
