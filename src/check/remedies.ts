// Which findings a command takes away, and by what call. A finding that is not here has no remedy in this program, or
// needs none: docs/findings.md says for each what one can do.

import type { Code } from './codes.js'

/** What to type behind the command's name and the session. */
export interface Remedy {
  readonly command: 'repair' | 'clone' | 'redact'
  readonly flags: readonly string[]
}

const REPAIR: Remedy = { command: 'repair', flags: [] }
/** Where more than one place is possible, or somebody may have meant it. */
const ASSUME: Remedy = { command: 'repair', flags: ['--assume'] }

export const REMEDIES: Readonly<Partial<Record<Code, Remedy>>> = {
  'line-cut': REPAIR,
  'line-half': REPAIR,
  'line-glued': REPAIR,
  'line-nul': REPAIR,
  'line-garbage': REPAIR,
  'line-not-object': REPAIR,
  'line-byte-order-mark': REPAIR,
  'line-break-inside': REPAIR,
  'line-invalid-utf8': REPAIR,
  'line-lone-surrogate': REPAIR,

  'timestamp-tip': REPAIR,
  'timestamp-bad': REPAIR,
  'uuid-missing': REPAIR,
  'message-missing': REPAIR,
  'content-invalid': REPAIR,
  'type-missing': REPAIR,

  'parent-missing': REPAIR,
  'parent-bridged': REPAIR,
  'parent-missing-aside': REPAIR,
  'parent-null': ASSUME,
  'parent-cycle': REPAIR,
  'parent-cycle-bridged': REPAIR,
  'parent-forward': REPAIR,
  'parent-forward-large': REPAIR,
  'uuid-duplicate': REPAIR,
  'uuid-duplicate-differs': REPAIR,
  'parent-unknown-type': REPAIR,
  'parent-unknown-type-bridged': REPAIR,
  'parent-sidechain': REPAIR,
  'parent-sidechain-cut': REPAIR,

  'tool-call-lost': REPAIR,
  'tool-call-unanswered': REPAIR,
  'tool-result-orphan': REPAIR,
  'tool-result-apart': REPAIR,
  'tool-result-displaced': REPAIR,
  'tool-id-duplicate': REPAIR,
  'tool-result-duplicate': REPAIR,
  'tool-result-repeated': REPAIR,
  'tool-id-invalid': REPAIR,
  'tool-input-invalid': REPAIR,
  'server-tool-orphan': REPAIR,

  'checkpoint-elsewhere': REPAIR,
  'checkpoint-rewound': ASSUME,
  'checkpoint-sidechain': REPAIR,
  'checkpoint-before-compaction': REPAIR,

  'preserved-missing': REPAIR,
  'preserved-anchor-missing': REPAIR,
  'compaction-no-summary': ASSUME,
  'compaction-unfinished': REPAIR,
  'boundary-bypassed': ASSUME,
  'boundary-bypassed-large': REPAIR,

  'thinking-unsigned': REPAIR,
  'thinking-redacted-empty': REPAIR,
  'thinking-moved': REPAIR,
  'thinking-last': REPAIR,
  'thinking-not-first': REPAIR,
  'text-empty': REPAIR,
  'user-empty': REPAIR,
  'message-blank': REPAIR,
  'text-before-result': REPAIR,
  'block-extra-field': REPAIR,
  'cache-mark': REPAIR,
  'cache-marks-many': REPAIR,
  'error-result-media': REPAIR,
  'image-type': REPAIR,
  'image-mismatch': REPAIR,
  'image-empty': REPAIR,
  'image-too-large': REPAIR,
  'image-too-wide': REPAIR,
  'images-many-wide': REPAIR,
  'images-too-many': REPAIR,

  'name-not-uuid': { command: 'clone', flags: [] },
  'secret-found': { command: 'redact', flags: [] },
}

/** The call that mends a finding; undefined where there is none. `session` as one would type it. */
export function remedyCall(code: string, session: string): string | undefined {
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code as Code] : undefined
  return remedy && ['rethread', remedy.command, session, ...remedy.flags].join(' ')
}
