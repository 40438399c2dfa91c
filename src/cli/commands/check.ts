import { check, drift, fails } from '../../actions/check/index.js'
import { presentCheck } from '../../present/check.js'
import { presentDrift } from '../../present/drift.js'
import { answer, placeWithArchived, type Run } from '../call.js'

export const run: Run<'check'> = async call => {
  const { args, flags, doing } = call
  const place = await placeWithArchived(call)
  const which = { sessions: args, all: flags.has('all') }
  if (flags.has('drift')) {
    await answer(call, await drift(place, which, doing), presentDrift)
    return 0
  }
  const report = await check(
    place,
    {
      ...which,
      client: flags.value('client'),
      secrets: flags.has('secrets'),
      dialect: flags.value('dialect'),
    },
    doing,
  )
  await answer(call, report, presentCheck)
  return fails(report, flags.value('fail-on') ?? 'loses') ? 1 : 0
}
