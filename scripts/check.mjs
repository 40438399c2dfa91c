// `npm run check`: everything that must hold before a change is handed in, in the order of what fails quickest.
// `static` leaves the tests out.

import { ready, run, tool } from './ready.mjs'

ready({ quiet: true })
const steps = [
  ['types', [tool('typescript'), '-p', 'tsconfig.test.json']],
  ['types of the app', [tool('typescript'), '-p', 'web/tsconfig.json']],
  ['lint and format', [tool('@biomejs/biome'), 'ci', '--error-on-warnings', '.']],
  ['unused code', [tool('knip')]],
  ...(process.argv[2] === 'static' ? [] : [['tests (with docs, API surface and layers)', [tool('vitest'), 'run']]]),
]
for (const [name, args] of steps) {
  console.log(`\n== ${name}`)
  run(process.execPath, args)
}
console.log('\nAll checks passed.')
