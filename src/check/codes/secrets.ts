// Only under `check --secrets` (actions/secret-findings.ts).

import type { CodeEntry } from './code-entry.js'

export const SECRET_CODES = {
  'secret-found': {
    severity: 'loses',
    title: 'a secret in the session or in a side file',
    cause: 'A key, token or password was typed, or came with the output of a tool.',
    effect: 'None on the client. Whoever gets the files gets the secret.',
    remedy: 'Change the secret where it is valid; `rethread redact` takes it out of the session.',
  },
  'secret-unscanned': {
    severity: 'cosmetic',
    title: 'something that was not scanned for secrets',
    cause: 'Images, PDFs and archives, in the session or beside it, hold no text that can be looked through.',
    effect: 'None on the client. What they show is not known.',
    remedy: 'Look at them before the session is given away; `rethread strip` takes images out.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
