import './planted.test.js'
