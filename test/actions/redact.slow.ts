import './redact.test.js'
