// The same, more often (test/runs.ts).
import './query.test.js'
