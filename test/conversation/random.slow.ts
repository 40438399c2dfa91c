// The same with more sessions.

import './random.test.js'
