// The same with every combination of a way up and a target.

import './references.test.js'
