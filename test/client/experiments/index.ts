// All experiments on the client's rules, family by family.

import { CHAIN } from './chain.js'
import type { Experiment } from './experiment.js'
import { LEAF } from './leaf.js'
import { LINES } from './lines.js'
import { MERGING } from './merging.js'

export const EXPERIMENTS: readonly Experiment[] = [...LEAF, ...CHAIN, ...LINES, ...MERGING]
