// The same with five times as many trees.

import './graph-layout.test.js'
