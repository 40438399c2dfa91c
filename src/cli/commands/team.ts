import { forget, invite, join, leave, migrateStore, ship, teamStatus } from '../../actions/team/index.js'
import {
  presentForget,
  presentInvite,
  presentJoin,
  presentLeave,
  presentMigrate,
  presentRound,
  presentShip,
  presentTeamStatus,
} from '../../present/team.js'
import { wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'
import { complain } from '../output.js'
import type { FlagsFor } from '../table.js'

type TeamCall = Call<FlagsFor<'team'>>

const COMMANDS: Readonly<Record<string, (call: TeamCall) => Promise<number>>> = {
  status: async call => {
    expect(call, 0, 0, 'status')
    await answer(call, await teamStatus(call.place, {}, call.doing), presentTeamStatus)
    return 0
  },
  migrate: async call => {
    const [url] = expect(call, 1, 1, 'migrate <address>')
    await answer(call, await migrateStore(call.place, { url: url! }, call.doing), presentMigrate)
    return 0
  },
  invite: async call => {
    const [url, name] = expect(call, 2, 2, 'invite <address> <name> --group NAME')
    const team = call.flags.value('group')
    if (team === undefined) throw wrong('invite needs --group NAME')
    const kind = call.flags.has('reader') ? 'reader' : 'device'
    await answer(call, await invite(call.place, { url: url!, name: name!, team, kind }, call.doing), presentInvite)
    return 0
  },
  join: async call => {
    const [url, ...projects] = expect(call, 1, Infinity, 'join <address> [directory …]')
    await answer(call, await join(call.place, { url: url!, projects }, call.doing), presentJoin)
    return 0
  },
  leave: async call => {
    const projects = expect(call, 0, Infinity, 'leave [directory …]')
    await answer(call, await leave(call.place, { projects }, call.doing), presentLeave)
    return 0
  },
  forget: async call => {
    const [session] = expect(call, 1, 1, 'forget <session>')
    await answer(call, await forget(call.place, { session }, call.doing), presentForget)
    return 0
  },
  ship: async call => {
    expect(call, 0, 0, 'ship')
    const { flags, place, output, doing } = call
    if (!flags.has('watch')) {
      const report = await ship(place, {}, doing)
      await answer(call, report, presentShip)
      return report.held.length > 0 ? 1 : 0
    }
    if (flags.has('json')) throw wrong('--json cannot be used with --watch')
    await ship(
      place,
      {
        watch: true,
        onRound: round => {
          output.progress(undefined)
          if ('failed' in round) complain(`${round.failed}; trying again in ${Math.ceil(round.waitMs / 1000)} s`)
          else for (const line of presentRound(round, output)) process.stdout.write(`${line}\n`)
        },
      },
      doing,
    )
    return 0
  },
}

export const run: Run<'team'> = call => {
  const [word = 'status', ...args] = call.args
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (!command) throw wrong(`unknown command ${JSON.stringify(word)}. One of ${Object.keys(COMMANDS).join(', ')}`)
  return command({ ...call, args })
}

function expect({ args }: TeamCall, least: number, most: number, usage: string): readonly string[] {
  if (args.length < least || args.length > most) throw wrong(`Usage: rethread team ${usage}`)
  return args
}
