// The same with more random sessions.

import './show.test.js'
