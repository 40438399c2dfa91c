// The same with more sessions, and longer ones.

import './compacted.test.js'
