// Only under `check --secrets` (actions/secret-findings.ts).

import type { CodeEntry } from './code-entry.js'

export const SECRET_CODES = {
  'secret-found': {
    severity: 'cosmetic',
    title: 'a secret in the session or in a side file',
    cause: 'A key, token or password was typed, or came with the output of a tool.',
    effect: 'None on the client. Whoever gets the files gets the secret.',
    remedy: 'Change the secret where it is valid; `rethread redact` takes it out of the session.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
