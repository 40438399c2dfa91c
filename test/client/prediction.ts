// What rethread says that a client will send, in the form of an answer.

import { findContext } from '../../src/context/find-context.js'
import type { Reading } from '../../src/context/path.js'
import type { Profile } from '../../src/context/profile.js'
import { readForContext, spelledMessages } from '../../src/context/read-context.js'
import { type Answer, COMPACTS } from './answer.js'
import { strict } from './strict.js'

export type Prediction =
  | { readonly kind: 'told'; readonly answer: Answer }
  /** How the client acts on such a file is not known. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** `reading`: where the session has been read already. */
export function predict(
  session: Uint8Array,
  client: string | Profile,
  reading: Reading = readForContext(session),
): Prediction {
  const context = findContext(reading, { client })
  const { outcome, model } = context
  switch (outcome.kind) {
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason }
    case 'refuses':
      return { kind: 'told', answer: { refused: outcome.reason } }
    case 'compacts':
      return { kind: 'told', answer: { refused: COMPACTS } }
    case 'resumes':
      return { kind: 'told', answer: { model, messages: strict(spelledMessages(context, reading, session)) } }
  }
}
