// More lines.

import './passed-over.test.js'
