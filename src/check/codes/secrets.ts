// Only under `check --secrets` (actions/check/secret-findings.ts).

import type { CodeEntry } from './code-entry.js'

export const SECRET_CODES = {
  'secret-found': {
    severity: 'loses',
    title: 'secret in the session or a side file',
    cause: 'A key, token or password was typed or printed by a tool.',
    effect: 'None on the client. Anyone who gets the files gets the secret.',
    remedy: 'Revoke or change the secret; remove it from the session with `rethread redact`.',
  },
  'secret-unscanned': {
    severity: 'cosmetic',
    title: 'content not scanned for secrets',
    cause: 'Images, PDFs and archives, in the session or its side files, cannot be searched for text.',
    effect: 'None on the client. Their content is unknown.',
    remedy: 'Look at them before you share the session; remove images with `rethread strip --images`.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
