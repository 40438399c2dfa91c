import { shareOf } from '../../actions/own-presets.js'
import { STRIP_KINDS, type StripRule, strip, type ToolMode, type Where, type ZoneUnit } from '../../actions/strip.js'
import { presentPlan } from '../../present/plan.js'
import { byteCount, type Flags, nameList, wholeNumber, wrong } from '../arguments.js'
import { openOptions, type Run } from '../call.js'
import { pointFlags, writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await strip(
    place,
    {
      ...writingFlags('strip', call),
      ...pointFlags(flags),
      rules: rulesOf(flags),
      preset: flags.value('preset'),
      by: flags.value('by') as ZoneUnit | undefined,
      soft: flags.has('soft'),
      linear: flags.has('linear'),
    },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentPlan(report, output))
  return report.refused.length > 0 ? 1 : 0
}

function rulesOf(flags: Flags): readonly StripRule[] {
  const where = whereOf(flags)
  const mode = flags.value('mode') as ToolMode | undefined
  const only = nameList(flags.value('only'))
  const except = nameList(flags.value('except'))
  const ofTools = flags.has('tools') || flags.has('results')
  if (!ofTools && (mode ?? only ?? except) !== undefined)
    throw wrong('--mode, --only and --except require --tools or --results')
  if (flags.has('results') && !flags.has('tools') && mode === 'remove')
    throw wrong(
      '--results cannot be used with --mode remove: use --tools to remove calls with their results, or --mode stub to leave a note',
    )
  return STRIP_KINDS.filter(kind => flags.has(kind)).map(kind => ({
    kind,
    where,
    ...(mode === undefined || (kind === 'results' && mode === 'remove') ? {} : { mode }),
    ...(only === undefined ? {} : { only }),
    ...(except === undefined ? {} : { except }),
  }))
}

function whereOf(flags: Flags): Where {
  const [oldest, beforeTurn, keepLast, keepLastCalls, largerThan] = [
    'oldest',
    'before-turn',
    'keep-last',
    'keep-last-calls',
    'larger-than',
  ].map(flags.value)
  const by = flags.value('by') as ZoneUnit | undefined
  if (by !== undefined && oldest === undefined && !flags.has('preset'))
    throw wrong('--by requires --oldest or --preset')
  const share = oldest === undefined ? undefined : shareOf(oldest)
  if (oldest !== undefined && share === undefined)
    throw wrong(`--oldest must be a percentage such as 75%, not ${JSON.stringify(oldest)}`)
  return {
    ...(share === undefined ? {} : { oldest: share }),
    ...(beforeTurn === undefined ? {} : { beforeTurn: wholeNumber('before-turn', beforeTurn) }),
    ...(by === undefined ? {} : { by }),
    ...(keepLast === undefined ? {} : { keepLast: wholeNumber('keep-last', keepLast) }),
    ...(keepLastCalls === undefined ? {} : { keepLastCalls: wholeNumber('keep-last-calls', keepLastCalls) }),
    ...(largerThan === undefined ? {} : { largerThan: byteCount('larger-than', largerThan) }),
  }
}
