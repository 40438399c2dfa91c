// Runs experiments through the predictions, without a client: which predictions part from the stored answers, and which
// rules of a profile can be switched off without any of them going wrong.

import type { Reading } from '../../src/context/path.js'
import { type Profile, rulesOf, withoutRule } from '../../src/context/profile.js'
import { profileFor } from '../../src/context/profiles/index.js'
import { readForContext } from '../../src/context/read-context.js'
import { type Answer, type Digest, stored } from './answer.js'
import { CLIENTS } from './clients.js'
import { difference } from './difference.js'
import type { Experiment } from './experiments/experiment.js'
import { experimentGolden, readGolden } from './goldens.js'
import { predict } from './prediction.js'

/** By client. */
export interface Judged {
  /** Predictions that part from what was sent, and where. */
  readonly wrong: ReadonlyMap<string, readonly string[]>
  /** Experiments that were not run, or not as they are now. */
  readonly unanswered: ReadonlyMap<string, readonly string[]>
  /** Of the rules asked about, those whose absence no prediction shows. */
  readonly idle: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * A session is read once for all clients and all rules, since reading is what takes the time. The experiments about a rule
 * are asked first whether it is needed; what is left after them may be shown by any other.
 */
export function judgePredictions(experiments: readonly Experiment[], isAsked: (rule: string) => boolean): Judged {
  const profiles = CLIENTS.map(client => profileFor(client))
  const wrong = new Map(CLIENTS.map(client => [client, [] as string[]]))
  const unanswered = new Map(CLIENTS.map(client => [client, [] as string[]]))
  const idle = new Map(
    profiles.map(profile => [
      profile.client,
      new Set(
        rulesOf(profile)
          .map(({ id }) => id)
          .filter(isAsked),
      ),
    ]),
  )
  for (const about of ['the rule', 'anything'] as const) {
    for (const { name, rules, clients, session } of experiments) {
      const asked = profiles.filter(({ client }) => about === 'the rule' || idle.get(client)!.size > 0)
      if (asked.length === 0) break
      const bytes = session()
      const reading = readForContext(bytes)
      for (const profile of asked) {
        const { client } = profile
        if (!(clients?.includes(client) ?? true)) continue
        const sent = readGolden(experimentGolden(name, client), bytes)
        if (!sent) {
          if (about === 'the rule') unanswered.get(client)!.push(name)
          continue
        }
        const parting = partingFrom(sent, bytes, profile, reading)
        if (parting !== undefined) {
          if (about === 'the rule') wrong.get(client)!.push(`${name}: ${parting}`)
          continue
        }
        for (const id of [...idle.get(client)!]) {
          if (about === 'the rule' && !rules.includes(documented(id))) continue
          if (partingFrom(sent, bytes, withoutRule(profile, id), reading) !== undefined) idle.get(client)!.delete(id)
        }
      }
    }
  }
  return { wrong, unanswered, idle }
}

/** A rule of the documents may be several of a profile: `B1` and `B1-leaf`. */
export const documented = (rule: string): string => rule.replace(/-[a-z]+$/, '')

/** Where the prediction parts from the stored answer; undefined where it does not, or says that it cannot tell. */
export function partingFrom(
  sent: Answer | Digest,
  session: Uint8Array,
  profile: Profile,
  reading: Reading = readForContext(session),
): string | undefined {
  const prediction = predict(session, profile, reading)
  if (prediction.kind === 'unknown') return undefined
  if ('hash' in sent) return JSON.stringify(stored(prediction.answer)) === JSON.stringify(sent) ? undefined : 'differs'
  return difference(sent, prediction.answer)
}
