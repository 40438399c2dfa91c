// The same with 10,000 texts.

import './terminal-text.test.js'
