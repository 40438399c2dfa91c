import { type DiffedSession, diffSessions } from '../../actions/diff.js'
import { type OpenReading, openReading } from '../../actions/open-reading.js'
import { locate } from '../../actions/place.js'
import { pointIn } from '../../actions/point.js'
import { presentDiff } from '../../present/diff.js'
import { wrong } from '../arguments.js'
import { type Call, openOptions, type Run } from '../call.js'

export const run: Run = async call => {
  const { args, flags, output } = call
  const [first, second = first] = args
  if (first === undefined) throw wrong('diff needs two sessions, or one session with --leaf')
  if (first === second && !flags.has('leaf') && !flags.has('against-leaf'))
    throw wrong('diff needs two sessions, or one session with --leaf')
  const a = await open(call, first)
  const b = first === second ? a : await open(call, second!)
  output.progress(undefined)
  try {
    const report = diffSessions(side(call, a, 'against-leaf'), side(call, b, 'leaf'))
    if (flags.has('json')) await output.json(report)
    else await output.text(presentDiff(report, output))
    return report.changes.length === 0 ? 0 : 1
  } finally {
    a.close()
    if (b !== a) b.close()
  }
}

async function open(call: Call, reference: string): Promise<OpenReading> {
  return openReading(await locate(reference, call.place), openOptions(call))
}

function side({ flags }: Call, one: OpenReading, flag: string): DiffedSession {
  const leaf = flags.value(flag)
  return {
    open: one,
    wishes: {
      client: flags.value('client'),
      model: flags.value('model'),
      leaf: leaf === undefined ? undefined : pointIn(one.conversation, leaf),
    },
  }
}
