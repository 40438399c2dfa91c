import { checkSessions, fails } from '../../actions/check.js'
import { findDrift } from '../../actions/drift.js'
import { locate, sessionsOf } from '../../actions/place.js'
import { sessionsIn } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import type { Severity } from '../../format/finding.js'
import { presentCheck } from '../../present/check.js'
import { presentDrift } from '../../present/drift.js'
import { count } from '../../present/units.js'
import type { Call, Run } from '../call.js'

export const run: Run = async call => {
  const { flags, output, signal, place } = call
  const sessions = await sessionsWanted(call)
  const onSession = (index: number, of: number): void => {
    if (of > 1) output.progress(`${index + 1} of ${count(of, 'session')}`)
  }
  if (flags.has('drift')) {
    const report = await findDrift(sessions, { signal, onSession })
    output.progress(undefined)
    if (flags.has('json')) await output.json(report)
    else await output.text(presentDrift(report, output))
    return 0
  }
  const report = await checkSessions(sessions, {
    now: output.now,
    secrets: flags.has('secrets'),
    dialect: flags.value('dialect') as '004' | undefined,
    configDir: place.configDir,
    signal,
    onSession,
  })
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentCheck(report, output))
  return fails(report, (flags.value('fail-on') ?? 'loses') as Severity) ? 1 : 0
}

async function sessionsWanted({ args, flags, place }: Call) {
  if (flags.has('all')) return sessionsOf(place).sessions.map(one => ({ kind: 'file' as const, ...one }))
  const references = args.length === 0 ? ['latest'] : args
  const found = await Promise.all(
    references.map(async reference => {
      const folder = sessionsIn(reference, place.cwd)
      if (folder) return folder.sessions.map(one => ({ kind: 'file' as const, ...one }))
      const session = await locate(reference, place)
      if (session.kind !== 'file')
        throw new InputError('usage', 'check takes session files and folders, not standard input')
      return [session]
    }),
  )
  return found.flat()
}
