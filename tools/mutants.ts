// `npm run mutants -- [area …] [--sample N] [--seed S] [--file PART] [--only ID,…] [--tests FILE,…]`: makes
// small faults in the source, one at a time, and tells which of them no test notices (docs/mutants.md).

import { parseArgs } from 'node:util'
import { AREAS, filesOf } from './mutants/areas.js'
import { sample } from './mutants/choice.js'
import { lineOf, summaryOf } from './mutants/report.js'
import { runMutants } from './mutants/run.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string' },
    only: { type: 'string' },
    tests: { type: 'string' },
    killed: { type: 'boolean', default: false },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const root = process.cwd()
const seed = Number(values.seed)
const only = values.only?.split(',').map(Number)

for (const name of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const area = AREAS[name]
  if (!area) {
    console.error(`no area ${name}: there are ${Object.keys(AREAS).join(', ')}`)
    process.exit(2)
  }
  const start = performance.now()
  const result = await runMutants({
    root,
    sources: filesOf(root, area.sources),
    tests: values.tests?.split(',') ?? area.tests,
    choose: mutants => {
      const asked = mutants
        .filter(({ file }) => values.file === undefined || file.includes(values.file))
        .filter(({ id }) => only === undefined || only.includes(id))
      const chosen = values.sample === undefined ? asked : sample(asked, Number(values.sample), seed)
      console.log(`${name}: ${chosen.length} of ${mutants.length} mutants, seed ${seed}`)
      return chosen
    },
    progress: (outcome, done, all) => {
      const isKilled = !['survived', 'not reached'].includes(outcome.fate)
      if (!isKilled || values.killed) console.log(lineOf(outcome))
      if (done % 100 === 0) console.log(`… ${done} of ${all}`)
    },
  })
  for (const one of result.left) console.log(`not used: ${one}`)
  console.log(`${summaryOf(name, result)}, ${Math.round((performance.now() - start) / 1000)} s`)
}
