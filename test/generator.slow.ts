// The same with more seeds.

import './generator.test.js'
