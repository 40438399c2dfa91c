// All experiments on the client's rules, family by family.

import { CHAIN } from './chain.js'
import { COMPACTION } from './compaction.js'
import type { Experiment } from './experiment.js'
import { LEAF } from './leaf.js'
import { LINES } from './lines.js'
import { MERGING } from './merging.js'
import { MODEL } from './model.js'
import { THINKING } from './thinking.js'
import { TIP } from './tip.js'
import { TOOLS } from './tools.js'

export const EXPERIMENTS: readonly Experiment[] = [
  ...LEAF,
  ...CHAIN,
  ...LINES,
  ...MERGING,
  ...TOOLS,
  ...TIP,
  ...MODEL,
  ...THINKING,
  ...COMPACTION,
]
