import './move.test.js'
