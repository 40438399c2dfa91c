// More entries.

import './told-answer.test.js'
