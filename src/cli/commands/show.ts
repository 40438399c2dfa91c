import { followShow, type ShowRequest, showTurnwise, wholeReport } from '../../actions/read/index.js'
import { presentNewTurns, presentShow } from '../../present/show.js'
import { turnRange, wrong } from '../arguments.js'
import { answering, type Call, placeWithTeam, type Run, refuseSkip } from '../call.js'
import type { FlagsFor } from '../table.js'

export const run: Run<'show'> = async call => {
  const budget = call.flags.value('budget')
  if (budget === undefined) return call.flags.has('follow') ? runFollowing(call) : runOnce(call)
  if (call.flags.has('follow')) throw wrong('--budget cannot be used with --follow')
  const { doing, flags } = call
  const place = await placeWithTeam(call)
  const turn = flags.value('turn')
  const asked = {
    session: call.args[0],
    depth: flags.value('depth'),
    agents: flags.has('agents'),
    leaf: flags.value('leaf'),
    skip: flags.number('skip'),
    turns: turn === undefined ? undefined : turnRange(turn),
  }
  const { answerWithin, showAnswers } = await answering()
  return answerWithin(call, budget, room => showAnswers(place, { ...asked, room }, doing))
}

async function runOnce(call: Call<FlagsFor<'show'>>): Promise<number> {
  const { flags, output, doing } = call
  refuseSkip(call)
  const place = await placeWithTeam(call)
  return showTurnwise(place, requestOf(call), doing, async report => {
    output.progress(undefined)
    if (flags.has('json')) await output.json(wholeReport(report))
    else await output.text(presentShow(report, output))
    // A turn that is not there is a negative answer.
    return flags.has('turn') && report.session.turns === report.elsewhere.turns ? 1 : 0
  })
}

/** Prints what is there, then what comes, until Ctrl-C. */
async function runFollowing(call: Call<FlagsFor<'show'>>): Promise<number> {
  const { flags, place, output, doing } = call
  if (flags.has('json')) throw wrong('--json cannot be used with --follow')
  if (flags.has('team')) throw wrong('--team cannot be used with --follow')
  const printNew = presentNewTurns(output)
  await followShow(place, requestOf(call), doing, report => {
    for (const line of printNew(report)) process.stdout.write(`${line}\n`)
  })
  return 0
}

function requestOf({ args, flags }: Call<FlagsFor<'show'>>): ShowRequest {
  const turn = flags.value('turn')
  return {
    session: args[0],
    depth: flags.value('depth') ?? 'tools',
    agents: flags.has('agents'),
    leaf: flags.value('leaf'),
    ...(turn === undefined ? {} : { turns: turnRange(turn) }),
  }
}
