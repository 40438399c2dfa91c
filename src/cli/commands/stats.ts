import { openSession } from '../../actions/open-session.js'
import { locate, sessionsOf } from '../../actions/place.js'
import { type Seed, type SourceRulesReport, sourceRules } from '../../actions/source-rules.js'
import { type SessionStats, sessionStats, totalStats } from '../../actions/stats.js'
import type { ResolvedSession } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { presentSourceRules } from '../../present/source-rules.js'
import { presentManyStats, presentStats } from '../../present/stats.js'
import { count } from '../../present/units.js'
import { wrong } from '../arguments.js'
import { type Call, openOptions, type Run } from '../call.js'
import { complain } from '../output.js'

export const run: Run = async call => {
  const { args, flags, output } = call
  const wanted = await sessionsWanted(call)
  const rules = flags.value('rules')
  if (rules !== undefined) return byRules(rules as Seed, wanted, call)
  const stats: SessionStats[] = []
  for (const [index, session] of wanted.entries()) {
    if (wanted.length > 1) output.progress(`${index + 1} of ${count(wanted.length, 'session')}`)
    const one = await statsOf(session, call, wanted.length > 1)
    if (one) stats.push(one)
  }
  output.progress(undefined)
  const [only] = stats
  if (only && wanted.length === 1 && !flags.has('all') && args.length < 2) {
    if (flags.has('json')) await output.json(only)
    else await output.text(presentStats(only, output))
    return 0
  }
  const many = { sessions: stats, totals: totalStats(stats) }
  if (flags.has('json')) await output.json(many)
  else await output.text(presentManyStats(many, output))
  if (stats.length < wanted.length) return 3
  return stats.length > 0 ? 0 : 1
}

async function byRules(seed: Seed, wanted: readonly ResolvedSession[], call: Call): Promise<number> {
  const { args, flags, output } = call
  const reports: SourceRulesReport[] = []
  for (const [index, session] of wanted.entries()) {
    if (wanted.length > 1) output.progress(`${index + 1} of ${count(wanted.length, 'session')}`)
    const open = await openSession(session, openOptions(call))
    try {
      reports.push(sourceRules(open, seed))
    } finally {
      open.close()
    }
  }
  output.progress(undefined)
  const isOne = reports.length === 1 && !flags.has('all') && args.length < 2
  if (flags.has('json')) await output.json(isOne ? reports[0] : { sessions: reports })
  else
    await output.text(reports.flatMap((report, at) => [...(at > 0 ? [''] : []), ...presentSourceRules(report, output)]))
  return reports.length > 0 ? 0 : 1
}

/** One of several that cannot be read does not hide the others: it is told, and they are counted. */
async function statsOf(session: ResolvedSession, call: Call, isOneOfMany: boolean): Promise<SessionStats | undefined> {
  try {
    const open = await openSession(session, openOptions(call))
    try {
      return sessionStats(open)
    } finally {
      open.close()
    }
  } catch (error) {
    if (!isOneOfMany || !(error instanceof StorageError)) throw error
    call.output.progress(undefined)
    complain(error.message)
    return undefined
  }
}

async function sessionsWanted({ args, flags, place }: Call): Promise<readonly ResolvedSession[]> {
  if (flags.has('all')) {
    if (args.length > 0) throw wrong(`--all cannot be used with a session (${JSON.stringify(args[0])})`)
    return sessionsOf(place).sessions.map(({ id, path, configDir }) => ({ kind: 'file' as const, id, path, configDir }))
  }
  const references = args.length === 0 ? ['latest'] : args
  return Promise.all(references.map(one => locate(one, place, { allowStandardInput: true })))
}
