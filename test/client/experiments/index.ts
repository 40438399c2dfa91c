// All experiments on the client's rules, family by family.

import { API } from './api.js'
import { ATTACHMENTS } from './attachments.js'
import { CHAIN } from './chain.js'
import { CLOSER } from './closer.js'
import { COMPACTION } from './compaction.js'
import { CUTS } from './cuts.js'
import type { Experiment } from './experiment.js'
import { FOUND } from './found.js'
import { LARGE_FILES } from './large.js'
import { LEAF } from './leaf.js'
import { LINES } from './lines.js'
import { MEDIA } from './media.js'
import { MERGING } from './merging.js'
import { MODEL } from './model.js'
import { OLDER_CLIENTS } from './older.js'
import { QUEUED_PROMPTS } from './queued.js'
import { THINKING } from './thinking.js'
import { TIP } from './tip.js'
import { TOOLS } from './tools.js'
import { TURNS } from './turns.js'

export const EXPERIMENTS: readonly Experiment[] = [
  ...LEAF,
  ...CHAIN,
  ...LINES,
  ...MERGING,
  ...TOOLS,
  ...TIP,
  ...TURNS,
  ...MODEL,
  ...THINKING,
  ...COMPACTION,
  ...ATTACHMENTS,
  ...QUEUED_PROMPTS,
  ...CUTS,
  ...API,
  ...MEDIA,
  ...OLDER_CLIENTS,
  ...FOUND,
  ...CLOSER,
  ...LARGE_FILES,
]
