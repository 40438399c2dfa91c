// Every report through every kind of index.

import './traps.test.js'
