// Before the package is packed: on a fresh clone, what it is built with is installed, and it is built. To standard error,
// because `npm pack --json` prints its own answer.

import { ready } from './ready.mjs'

ready({ quiet: true })
