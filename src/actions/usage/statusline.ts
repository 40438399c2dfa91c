// One line of figures for the client's status line. It is asked again and again, so it looks at the session that is named
// and at what is kept in the cache dir: where nothing has come since, no transcript is opened, and else only what has
// come is read. The index is neither read nor brought up to date.

import { basename } from 'node:path'
import { PRICES_AS_OF } from '../../catalog/usage/price-table.js'
import { dayFile, forgetOldTallies, readCacheFile, tallyFile, writeCacheFile } from '../../disk/cache-files.js'
import { cacheDir } from '../../disk/cache-place.js'
import { configDirs } from '../../disk/config-dirs.js'
import { sessionFiles } from '../../disk/list-transcripts.js'
import { InputError } from '../../format/error.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import type { Action } from '../action.js'
import { timeAt } from '../time-at.js'
import { isDayUsage } from './day-usage.js'
import { dayTeller } from './days.js'
import { isSameFile, isTally, QUARTER_MS, type TallySums } from './tally.js'

export interface StatusRequest {
  /** What the client tells its status line. */
  readonly input: string
}

export interface StatusReport {
  readonly model: string | null
  readonly session: { readonly id: string; readonly costUSD: number; readonly totalTokens: number } | null
  /** Of all sessions, as of the last count; null where today was not counted yet. */
  readonly todayUSD: number | null
  /** What the last request held and its answer added. */
  readonly context: { readonly tokens: number; readonly window: number | null } | null
}

export const statusline: Action<StatusRequest, StatusReport> = async (place, { input }) => {
  const told = fieldsOf(input)
  const path = textIn(told, 'transcript_path')
  const cache = cacheDir(place)
  const now = timeAt(place)
  const sums = path === undefined ? undefined : await sessionSums(path, cache, now)
  const id = textIn(told, 'session_id') ?? (path === undefined ? undefined : basename(path, SESSION_ENDING))
  const model = told['model'] as Fields | undefined
  const dayOf = dayTeller(undefined)
  const today = dayOf(now)
  const dirs = configDirs({
    env: place.env,
    home: place.home,
    ...(place.configDir === undefined ? {} : { flag: place.configDir }),
  })
  const day = readCacheFile(dayFile(cache, dirs))
  const counted = isDayUsage(day) && day.day === today ? day : undefined
  let costToday = 0
  for (const [quarter, cost] of sums?.costByQuarter ?? []) if (dayOf(quarter * QUARTER_MS) === today) costToday += cost
  return {
    model: textIn(model, 'display_name') ?? textIn(model, 'id') ?? null,
    session:
      id === undefined || sums === undefined ? null : { id, costUSD: sums.costUSD, totalTokens: sums.totalTokens },
    todayUSD:
      counted === undefined || id === undefined ? null : counted.costUSD - partOf(counted.sessions, id) + costToday,
    context: contextIn(told, sums),
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(input: string): Fields {
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    // What the client writes is JSON: this is something else.
  }
  throw new InputError(
    'usage',
    'usage statusline reads the JSON that Claude Code gives its status line on standard input',
  )
}

function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberIn(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function partOf(sessions: Readonly<Record<string, number>>, id: string): number {
  return Object.hasOwn(sessions, id) ? sessions[id]! : 0
}

/** Undefined where the session is too large; one that is not there has not begun. */
async function sessionSums(path: string, cache: string, now: number): Promise<TallySums | undefined> {
  const files = sessionFiles(path)
  const keptAt = tallyFile(cache, path)
  const kept = readCacheFile(keptAt)
  const known = isTally(kept, PRICES_AS_OF) ? kept : undefined
  if (known?.files.length === files.length && files.every((file, at) => isSameFile(file, known.files[at]!)))
    return known
  const { countSession } = await import('./count-session.js')
  // What is kept may be damaged: then everything is counted again.
  const tally = await countSession(path, files, known).catch(() => countSession(path, files, undefined))
  if (tally) writeCacheFile(keptAt, tally)
  if (tally && known === undefined) forgetOldTallies(cache, now)
  return tally
}

/** As the client tells it; else by the last answer of the session itself. */
function contextIn(told: Fields, sums: TallySums | undefined): StatusReport['context'] {
  const client = told['context_window'] as Fields | undefined
  const window = numberIn(client, 'context_window_size') ?? null
  const share = numberIn(client, 'used_percentage')
  if (share !== undefined && window !== null) return { tokens: Math.round((share / 100) * window), window }
  return sums === undefined || sums.contextTokens === null ? null : { tokens: sums.contextTokens, window }
}
