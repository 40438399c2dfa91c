// What people do to a session that nearly fills its window, so that it can go on.

import { strip } from '../../src/reshape/strip/strip.js'
import { compressing } from './compressing.js'
import { type Changed, change } from './in-memory.js'
import { trimmable } from './trimmed.js'
import { CLONES } from './ways.js'

/** Undefined where the session has nothing to give in that way. */
type FullWay = (bytes: Uint8Array, sessionId: string) => Promise<Changed | undefined>

const trimmed =
  (share: number): FullWay =>
  async (bytes, sessionId) => {
    const session = trimmable(bytes, sessionId)
    const { chosen } = await session.trim(session.tokens * share)
    return chosen.length === 0 ? undefined : session.without(chosen)
  }

export const FULL_WAYS: Readonly<Record<string, FullWay>> = {
  'trim to 60 %': trimmed(0.6),
  'trim to 40 %': trimmed(0.4),
  'strip --tools --oldest 50% --by calls': async (bytes, sessionId) =>
    change(bytes, { verbs: [strip([{ kind: 'tools', where: { oldest: 0.5, by: 'calls' } }])] }, sessionId),
  'compress --keep-last 1': async (bytes, sessionId) => {
    const changed = change(bytes, compressing({ kind: 'keep-last', turns: 1 }), sessionId)
    return changed.plan.promises.added === undefined ? undefined : changed
  },
  'compress --oldest 60% --by calls': async (bytes, sessionId) => {
    const changed = change(bytes, compressing({ kind: 'oldest', share: 0.6, by: 'calls' }), sessionId)
    return changed.plan.promises.added === undefined ? undefined : changed
  },
  'clone --to-turn, the middle one': async (bytes, sessionId) =>
    change(bytes, CLONES['clone --to-turn, the middle one'], sessionId),
}
