// Where rethread keeps what can be made again at any time. XDG on Linux, the platform's own place elsewhere.

import { isAbsolute, join } from 'node:path'
import type { DataDirOptions } from './data-dir.js'

const NAME = 'rethread'

/** It need not exist. */
export function cacheDir({ env, home, platform = process.platform }: DataDirOptions): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', NAME)
  if (platform === 'win32') return join(absolute(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), NAME, 'Cache')
  // A relative value is to be ignored (XDG Base Directory Specification).
  return join(absolute(env['XDG_CACHE_HOME']) ?? join(home, '.cache'), NAME)
}

function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined
}
