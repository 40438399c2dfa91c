// The same, more often (test/runs.ts).
import './traits.test.js'
