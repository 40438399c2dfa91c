// How often something is tried, or how large it is: less in the fast suite, in full in the slow one. There a file of
// the same name, `x.slow.ts`, imports `x.test.ts`, so that both try the same.

export const runs = (few: number, full: number): number => (process.env['RETHREAD_SUITE'] === 'slow' ? full : few)
