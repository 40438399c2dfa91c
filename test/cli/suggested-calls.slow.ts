// The same with every call that is printed.

import './suggested-calls.test.js'
