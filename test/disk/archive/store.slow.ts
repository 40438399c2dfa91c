// The same with larger sessions and more flipped bits.

import './store.test.js'
