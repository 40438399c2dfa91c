// The same with five times as many generated texts.

import './json-verdict.test.js'
