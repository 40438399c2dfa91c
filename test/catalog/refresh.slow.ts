// The same, more often (test/runs.ts).
import './refresh.test.js'
