// What do the client's settings say that matters for a session's files?

import { join } from 'node:path'
import { peekText } from './peek.js'

/** As the client does without settings (B5). */
const DEFAULT_CLEANUP_DAYS = 30
const SETTINGS_FILE = 'settings.json'
const MAX_SETTINGS = 1_000_000

/** After so many days without a change the client deletes a session; at least one. */
export function cleanupDays(configDir: string | undefined): number {
  const text = configDir === undefined ? undefined : peekText(join(configDir, SETTINGS_FILE), MAX_SETTINGS)
  if (text === undefined) return DEFAULT_CLEANUP_DAYS
  try {
    const settings: unknown = JSON.parse(text)
    const days = (settings as { readonly cleanupPeriodDays?: unknown } | null)?.cleanupPeriodDays
    return typeof days === 'number' && Number.isFinite(days) ? Math.max(1, days) : DEFAULT_CLEANUP_DAYS
  } catch {
    return DEFAULT_CLEANUP_DAYS // with broken settings the client does not clean up at all, but they may be mended
  }
}
