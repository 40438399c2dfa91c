// The same with many more sessions.

import './beside-results.test.js'
