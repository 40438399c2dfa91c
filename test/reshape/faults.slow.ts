import './faults.test.js'
