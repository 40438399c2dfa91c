// The same in more chunks, and with five times as much of what must not take for ever.

import './recovery.test.js'
