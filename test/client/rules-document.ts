// docs/client-rules.md and what it is made from.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesOf } from '../../src/context/profile.js'
import { PROFILES } from '../../src/context/profiles/index.js'
import { EXPERIMENTS } from './experiments/index.js'
import { rulesTable } from './rules-table.js'

export const RULES_DOCUMENT = join(process.cwd(), 'docs', 'client-rules.md')

export const rulesText = (): string =>
  rulesTable(EXPERIMENTS, new Map(PROFILES.flatMap(profile => rulesOf(profile).map(({ id, does }) => [id, does]))))

export function writeRules(): void {
  writeFileSync(RULES_DOCUMENT, rulesText())
}
