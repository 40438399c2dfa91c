// What rethread says that a client will send, in the form of an answer.

import type { Answer } from './answer.js'

export type Prediction =
  | { readonly kind: 'told'; readonly answer: Answer }
  /** How the client acts on such a file is not known. */
  | { readonly kind: 'unknown'; readonly reason: string }

export async function predict(_session: Uint8Array, _version: string): Promise<Prediction> {
  throw new Error('no predictor yet')
}
