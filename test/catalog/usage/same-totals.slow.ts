// More sessions.

import './same-totals.test.js'
