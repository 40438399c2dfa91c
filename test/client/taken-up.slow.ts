// All experiments, those of large sessions too.

import './taken-up.test.js'
