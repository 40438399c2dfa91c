import type { Generation, Situation } from '../situation.js'
import { agents } from './agents.js'
import { compaction } from './compaction.js'
import { conversation } from './conversation.js'
import { endings } from './endings.js'
import { errors } from './errors.js'
import { paths } from './paths.js'
import { screens } from './screen.js'
import { surroundings } from './surroundings.js'
import { tools } from './tools.js'

export const SITUATIONS: readonly Situation[] = [
  ...conversation,
  ...tools,
  ...agents,
  ...errors,
  ...compaction,
  ...surroundings,
  ...paths,
  ...endings,
  ...screens,
]

const GENERATIONS: readonly Generation[] = ['1.0', '2.0', '2.1']

/** The situations that a client of this version can be in. */
export function situationsOf(version: string): readonly Situation[] {
  const [major, minor] = version.split('.')
  const own = GENERATIONS.indexOf(`${major}.${minor}` as Generation)
  const generation = own < 0 ? GENERATIONS.length - 1 : own
  return SITUATIONS.filter(({ since }) => since === undefined || GENERATIONS.indexOf(since) <= generation)
}
