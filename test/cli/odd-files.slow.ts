// The same with larger lines.

import './odd-files.test.js'
