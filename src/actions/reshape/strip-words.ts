// What strip takes, in the words of its flags: which kinds, of which tools, and in which part of the session.

import { InputError } from '../../format/error.js'
import { STRIP_KINDS, type StripRule, type ToolMode, type Where, type ZoneUnit } from '../../reshape/strip/index.js'
import { shareOf } from './own-presets.js'

export interface StripWords extends Partial<Readonly<Record<StripRule['kind'], boolean>>> {
  readonly mode?: ToolMode | undefined
  /** Names of tools; `mcp__*` are all that begin so. */
  readonly only?: readonly string[] | undefined
  readonly except?: readonly string[] | undefined
  /** A share such as `75%`. */
  readonly oldest?: string | undefined
  /** What `oldest` and the parts of a preset are counted in. */
  readonly by?: ZoneUnit | undefined
  readonly beforeTurn?: number | undefined
  readonly keepLast?: number | undefined
  readonly keepLastCalls?: number | undefined
  /** In bytes. */
  readonly largerThan?: number | undefined
}

export function stripRules(words: StripWords, withPreset: boolean): readonly StripRule[] {
  const { mode, only, except } = words
  const where = whereOf(words, withPreset)
  if (!words.tools && !words.results && (mode ?? only ?? except) !== undefined)
    throw new InputError('usage', '--mode, --only and --except require --tools or --results')
  if (words.results && !words.tools && mode === 'remove')
    throw new InputError(
      'usage',
      '--results cannot be used with --mode remove: use --tools to remove calls with their results, or --mode stub to leave a note',
    )
  return STRIP_KINDS.filter(kind => words[kind]).map(kind => ({
    kind,
    where,
    ...(mode === undefined || (kind === 'results' && mode === 'remove') ? {} : { mode }),
    ...(only === undefined ? {} : { only }),
    ...(except === undefined ? {} : { except }),
  }))
}

function whereOf({ oldest, by, ...words }: StripWords, withPreset: boolean): Where {
  if (by !== undefined && oldest === undefined && !withPreset)
    throw new InputError('usage', '--by requires --oldest or --preset')
  const share = oldest === undefined ? undefined : shareOf(oldest)
  if (oldest !== undefined && share === undefined)
    throw new InputError('usage', `--oldest must be a percentage such as 75%, not ${JSON.stringify(oldest)}`)
  const { beforeTurn, keepLast, keepLastCalls, largerThan } = words
  return {
    ...(share === undefined ? {} : { oldest: share }),
    ...(beforeTurn === undefined ? {} : { beforeTurn }),
    ...(by === undefined ? {} : { by }),
    ...(keepLast === undefined ? {} : { keepLast }),
    ...(keepLastCalls === undefined ? {} : { keepLastCalls }),
    ...(largerThan === undefined ? {} : { largerThan }),
  }
}
