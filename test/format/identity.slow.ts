// The same with 100,000 generated texts and 10,000 damaged files.

import './identity.test.js'
