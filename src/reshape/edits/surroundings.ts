// Where and by what an entry was written: what is added beside it says the same.

import { textAt } from './block-fields.js'

export interface Surroundings {
  readonly userType: string | undefined
  readonly entrypoint: string | undefined
  readonly cwd: string | undefined
  readonly sessionId: string | undefined
  readonly version: string | undefined
  readonly gitBranch: string | undefined
  readonly slug: string | undefined
}

/** Texts only: in a damaged entry anything may stand there, of any size and depth. */
export function surroundingsOf(entry: Uint8Array): Surroundings {
  return {
    userType: textAt(entry, 0, 'userType'),
    entrypoint: textAt(entry, 0, 'entrypoint'),
    cwd: textAt(entry, 0, 'cwd'),
    sessionId: textAt(entry, 0, 'sessionId'),
    version: textAt(entry, 0, 'version'),
    gitBranch: textAt(entry, 0, 'gitBranch'),
    slug: textAt(entry, 0, 'slug'),
  }
}
