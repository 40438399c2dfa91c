// The same, more often (test/runs.ts).
import './search.test.js'
