#!/usr/bin/env node
// The program. It brings the faces of rethread together, which do not know each other, and loads no more than the command
// that is asked for: starting is the price of every call.

import { VERSION } from './cli/version.js'

/** For whoever runs the program inside another one. Nothing waits out here: it is built as CommonJS, which starts sooner. */
export const finished = run(process.argv.slice(2))

async function run(words: readonly string[]): Promise<void> {
  if (words[0] === '--version' || words[0] === '-V') {
    process.stdout.once('error', async error => (await import('./cli/output.js')).endOnWriteError(error))
    process.stdout.write(`${VERSION}\n`)
  } else if (words.length === 2 && words[0] === 'usage' && words[1] === 'statusline') {
    const { runStatusline } = await import('./cli/statusline.js')
    process.exitCode = await runStatusline(undefined)
  } else {
    // An agent's client waits for the first words of each of its servers: they come before the rest is loaded.
    const asksHelp = words.some(word => ['--help', '-h', '--version', '-V'].includes(word))
    const greeting = words[0] === 'mcp' && !asksHelp ? (await import('./mcp/greeting.js')).greet(VERSION) : undefined
    const { keepHeapSmall, processCollector } = await import('./cli/collector.js')
    keepHeapSmall()
    const [{ main }, { useCollector }, { useThreads }] = await Promise.all([
      import('./cli/main.js'),
      import('./actions/release-memory.js'),
      import('./actions/threads.js'),
    ])
    useCollector(processCollector())
    useThreads({
      indexWriter: new URL('./index-writer.js', import.meta.url),
      usageReader: new URL('./usage-reader.js', import.meta.url),
    })
    process.exitCode = await main(words, {
      server: () => import('./server/index.js'),
      async mcp(options) {
        const [{ serveMcp }, { greet }] = await Promise.all([import('./mcp/index.js'), import('./mcp/greeting.js')])
        await serveMcp({ ...options, greeting: greeting ?? greet(VERSION) })
      },
    })
    greeting?.end()
  }
}
