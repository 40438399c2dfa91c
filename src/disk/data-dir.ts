// Where rethread keeps what it must not lose: receipts, backups and notes on unfinished changes. XDG on Linux, the
// platform's own place elsewhere; never a folder of the client, which cleans up there (B5).

import { isAbsolute, join } from 'node:path'

export interface DataDirOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly platform?: NodeJS.Platform
}

const NAME = 'rethread'

/** It need not exist: it is made when something is first written. */
export function dataDir({ env, home, platform = process.platform }: DataDirOptions): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME)
  if (platform === 'win32') return join(absolute(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), NAME)
  // A relative value is to be ignored (XDG Base Directory Specification).
  return join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), NAME)
}

function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined
}
