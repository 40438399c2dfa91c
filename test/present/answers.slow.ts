// At more budgets.

import './answers.test.js'
