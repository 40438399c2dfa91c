// Each call, not only some.

import './every-call.test.js'
