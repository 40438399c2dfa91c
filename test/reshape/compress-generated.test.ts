// A few random sessions; many of them in the slow suite.

import { expectCompressed } from './compress-generated.js'

expectCompressed([200, 204], 5)
