// Everything in the archive is read back.

import { type Verified, verifyArchive } from '../../disk/archive/index.js'
import { dataDir } from '../../disk/index.js'
import type { Action } from '../action.js'

export type { Verified }

export const verify: Action<object, Verified> = (place, _, { signal, progress } = {}) =>
  verifyArchive(dataDir(place), {
    note: true,
    ...(signal ? { signal } : {}),
    ...(progress ? { onProgress: (done, of) => progress({ kind: 'packs', done, of }) } : {}),
  })
