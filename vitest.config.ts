import { defineConfig, type ViteUserConfig } from 'vitest/config'

// The suites by the time they take: `npm test` runs the fast one; slow, corpus and web have scripts of their own.
const suites: Record<string, ViteUserConfig['test']> = {
  // Not isolated: a worker of its own for each of its files would take a quarter of its time. A module is loaded once
  // for many files, so one that is not itself a test file keeps no state between tests and calls no `afterAll`.
  fast: { include: ['test/**/*.test.ts'], testTimeout: 30_000, isolate: false },
  slow: { include: ['test/**/*.slow.ts'], testTimeout: 900_000 },
  corpus: { include: ['test/corpus/**/*.corpus.ts'], testTimeout: 300_000 },
  // What is waited for on a page may take long on a loaded machine; Vitest would give it a second.
  web: { include: ['test/web/**/*.web.ts'], testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } },
  client: {
    include: ['test/client/**/*.client.ts'],
    testTimeout: 120_000,
    globalSetup: ['test/temporary-folder.ts', 'test/client/whole-run.ts'],
    // Two real clients at a time.
    maxWorkers: 1,
    maxConcurrency: 2,
  },
}

const suite = process.env['RETHREAD_SUITE'] ?? 'fast'

export default defineConfig({
  test: {
    globalSetup: ['test/temporary-folder.ts'],
    // As much as a test gets: what a file's tests share may be most of its work.
    hookTimeout: 60_000,
    pool: 'forks',
    // Vitest would leave one core free, which on a small machine is half of it.
    maxWorkers: '100%',
    reporters: ['default'],
    ...suites[suite],
  },
})
