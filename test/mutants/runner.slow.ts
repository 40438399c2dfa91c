// `npm run mutants` works: of a source whose mutants are known, each meets its fate; and of the gate before writing,
// some are killed.

import { expect, test } from 'vitest'
import { AREAS, filesOf } from '../../tools/mutants/areas.js'
import { sample } from '../../tools/mutants/choice.js'
import { isKilled, lineOf, summaryOf } from '../../tools/mutants/report.js'
import { runMutants } from '../../tools/mutants/run.js'

const root = process.cwd()

test('every fate', async () => {
  const result = await runMutants({
    root,
    sources: ['test/mutants/sample.ts'],
    tests: ['test/mutants/sample-tests.ts'],
  })
  const fateOf = (original: string, mutated: string): string | undefined =>
    result.outcomes.find(({ mutant }) => mutant.original === original && mutant.mutated === mutated)?.fate
  expect(fateOf('9', '10')).toBe('killed') // while the file is loaded
  expect(fateOf('last > LIMITS.most', 'false')).toBe('killed')
  expect(fateOf('sum += at', '')).toBe('killed')
  expect(fateOf('left -= 1', 'left += (1)')).toBe('time-out')
  expect(fateOf('true', 'false')).toBe('not reached')
  // The sum up to the most is the same, whichever of two equal numbers it is taken from.
  const survivors = result.outcomes.filter(one => one.fate === 'survived').map(({ mutant }) => mutant.mutated)
  expect(survivors).toEqual(['(last) >= (LIMITS.most)'])
  // A test that needs another one proves nothing when it fails alone.
  expect(result.left.map(one => one.split(':')[0])).toEqual(['test/mutants/sample-tests.ts > one that needs another'])
  expect(summaryOf('sample', result)).toMatch(/^sample: \d+ of \d+ killed \(\d+\.\d %; [1-9]\d* by time-out, /)
  expect(lineOf(result.outcomes[0]!)).toMatch(
    /^killed #1 test\/mutants\/sample\.ts:3 constant: 9 {2}-> {2}10\n {4}by test\//,
  )
})

test('of the gate before writing', async () => {
  const { outcomes, left } = await runMutants({
    root,
    sources: filesOf(root, AREAS['verification']!.sources),
    tests: ['test/reshape/account.test.ts', 'test/reshape/account-ids.test.ts', 'test/reshape/side-files-kept.test.ts'],
    choose: mutants =>
      sample(
        mutants.filter(({ file }) => /\/(?:account|id-map|side-files)\.ts$/.test(file)),
        25,
        3,
      ),
  })
  expect(left).toEqual([])
  expect(outcomes).toHaveLength(25)
  const alive = outcomes.filter(one => !isKilled(one))
  expect(alive.length, alive.map(lineOf).join('\n')).toBeLessThanOrEqual(3)
})
