// The same with more texts and sessions.

import './graph.test.js'
