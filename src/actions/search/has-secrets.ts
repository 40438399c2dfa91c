// Is there a secret in a session? Asked only of sessions that answer a question otherwise: looking takes its time.

import { readRecords } from '../../disk/index.js'
import { secretsInEntry } from '../../reshape/redact/index.js'
import { SECRET_RULES, secretScanner } from '../../secrets/index.js'

export async function hasSecrets(path: string, signal?: AbortSignal): Promise<boolean> {
  const scanner = secretScanner(SECRET_RULES)
  let found = false
  await readRecords(
    path,
    {
      entry(entry, bytes, start) {
        found ||= secretsInEntry(scanner, bytes.subarray(start, start + entry.length), () => {}).length > 0
      },
      gap() {},
      finding() {},
    },
    signal ? { signal } : {},
  )
  return found
}
