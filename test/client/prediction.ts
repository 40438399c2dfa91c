// What rethread says that a client will send, in the form of an answer.

import type { Profile } from '../../src/context/profile.js'
import { readContext } from '../../src/context/read-context.js'
import { type Answer, COMPACTS } from './answer.js'
import { strict } from './strict.js'

export type Prediction =
  | { readonly kind: 'told'; readonly answer: Answer }
  /** How the client acts on such a file is not known. */
  | { readonly kind: 'unknown'; readonly reason: string }

export function predict(session: Uint8Array, client: string | Profile): Prediction {
  const { outcome, model, messages } = readContext(session, { client })
  switch (outcome.kind) {
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason }
    case 'refuses':
      return { kind: 'told', answer: { refused: outcome.reason } }
    case 'compacts':
      return { kind: 'told', answer: { refused: COMPACTS } }
    case 'resumes':
      return { kind: 'told', answer: { model, messages: strict(messages) } }
  }
}
