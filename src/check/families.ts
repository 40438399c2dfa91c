// All families of rules, in the order in which their findings stand where lines are equal.

import { blockFields } from './families/block-fields.js'
import { checkpoints } from './families/checkpoints.js'
import { cleanup } from './families/cleanup.js'
import { compaction } from './families/compaction.js'
import { content } from './families/content.js'
import { drift } from './families/drift.js'
import { fields } from './families/fields.js'
import { images } from './families/images.js'
import { parents } from './families/parents.js'
import { sessionName } from './families/session-name.js'
import { sideFiles } from './families/side-files.js'
import { thinking } from './families/thinking.js'
import { tools } from './families/tools.js'
import type { NewFamily } from './family.js'

export const FAMILIES: readonly NewFamily[] = [
  fields,
  parents,
  tools,
  checkpoints,
  compaction,
  thinking,
  content,
  blockFields,
  images,
  sessionName,
  sideFiles,
  cleanup,
  drift,
]
