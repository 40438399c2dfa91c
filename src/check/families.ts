// All families of rules, in the order in which their findings stand where lines are equal.

import type { NewFamily } from './family.js'

export const FAMILIES: readonly NewFamily[] = []
