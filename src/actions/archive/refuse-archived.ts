// What cannot be done with a session that is only in the archive.

import type { ResolvedSession } from '../../disk/index.js'
import { InputError } from '../../format/error.js'

/** Whatever would write to it, or start a client on it, needs it back first. */
export function refuseArchived(session: ResolvedSession, verb: string): void {
  if (session.kind === 'file' && session.archived)
    throw new InputError(
      'session-archived',
      `${session.id} is only in the archive, so ${verb} cannot use it. To get it back: rethread restore ${session.id}`,
    )
}
