// The same with five times as many generated records.

import './changes.test.js'
