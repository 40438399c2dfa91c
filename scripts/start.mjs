// `npm start`: the overview of the user's sessions, or of the samples where there are none.

import { join } from 'node:path'
import { ready, root, run } from './ready.mjs'

ready({ quiet: true })
const env = { ...process.env, RETHREAD_SAMPLES: join(root, 'samples') }
run(process.execPath, [join(root, 'dist', 'cli', 'rethread.js'), ...process.argv.slice(2)], { env })
