// What other layers use of this part.

export { type ArchiveReport, type ArchiveUse, archive } from './archive.js'
export { type PruneReport, prune } from './prune.js'
export { type RestoreReport, restore } from './restore.js'
export { type ArchiveStatus, archiveStatus } from './status.js'
export { type Verified, verify } from './verify.js'
export { withArchived } from './with-archived.js'
