// The same with more sessions.

import './figures.test.js'
