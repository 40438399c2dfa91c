// The same with four times as many generated texts.

import './walk.test.js'
