// Damaged lines: what the reader of the format layer reports (format/records.ts).

import type { CodeEntry } from './code-entry.js'

export const LINE_CODES = {
  'line-cut': {
    severity: 'loses',
    title: 'a record that breaks off',
    cause:
      'The client was killed while it wrote, or two processes wrote at once; the next record may stand on the same line.',
    effect: 'The client skips the whole line, also the good record on it (R-F1); what hangs on it is cut off (N1).',
    remedy: '`rethread` reads the good record; the lost one cannot be brought back from this file.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
