// `npm start`: the app on the user's sessions, or on copies of the samples where there are none. `npm start -- show latest`
// runs a command instead. The program runs in this process: Ctrl-C reaches it, and it ends in its own way.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ready, root } from './ready.mjs'

ready({ quiet: true })
const program = join(root, 'dist', 'cli', 'rethread.js')
const words = process.argv.slice(2)
process.env.RETHREAD_SAMPLES = join(root, 'samples')
process.argv = [process.execPath, program, ...(words.length > 0 ? words : ['serve'])]
await import(pathToFileURL(program).href)
