// A few small sessions; more and larger ones in the slow suite.

import { expectBestOrder } from './trim-order.js'

expectBestOrder([8], 4)
