// One folder for whatever a run of the tests puts into the temporary folder of the machine, gone when it ends.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'rethread-tests-'))
  chmodSync(folder, 0o755) // some tests read as another user
  // What the workers, started later, are told by `tmpdir()`.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
