// The flags of commands that answer within a budget.

import type { Flag } from './table.js'

export const BUDGET = [
  {
    name: 'budget',
    value: 'N',
    text: 'answer within N tokens (estimated) or, as in 12000c, characters; says what is left out and how to go on',
  },
  { name: 'skip', value: 'N', text: 'with --budget: continue behind the first N, as the last answer said' },
] as const satisfies readonly Flag[]
