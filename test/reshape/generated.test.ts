// A few random sessions; many of them in the slow suite.

import { expectPromisesOf } from './generated-sessions.js'

expectPromisesOf([100, 103], 4)
