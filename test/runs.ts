// How often something is tried, or how large it is: less in the fast suite, more in the slow one. There a file of the same
// name, `x.slow.ts`, imports `x.test.ts`, so that both try the same. What takes minutes is tried in full where
// RETHREAD_RUNS=full says so: no test ends by the clock.

export const runs = (few: number, slow: number, full: number = slow): number =>
  process.env['RETHREAD_SUITE'] !== 'slow' ? few : process.env['RETHREAD_RUNS'] === 'full' ? full : slow
