// The same with more sessions.

import './point.test.js'
