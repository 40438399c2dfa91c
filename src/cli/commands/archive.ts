import { archive, archiveStatus, prune, verify } from '../../actions/archive/index.js'
import { readSmallInput } from '../../disk/read-session.js'
import { presentArchive, presentArchiveStatus, presentPrune, presentVerify } from '../../present/archive.js'
import { pointInTime, wrong } from '../arguments.js'
import { answer, type Call, type Run } from '../call.js'
import type { FlagsFor } from '../table.js'

/** First words that are no sessions. */
const WORDS: Readonly<Record<string, (call: Call<FlagsFor<'archive'>>) => Promise<number>>> = {
  status,
  verify: check,
  prune: shrink,
}

export const run: Run<'archive'> = async call => {
  const { args, flags, place, output, doing } = call
  const [word = '', ...rest] = args
  const other = flags.has('status') ? status : Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
  if (other) return other({ ...call, args: flags.has('status') ? args : rest })
  const olderThan = flags.value('older-than')
  const sessions = flags.has('hook') ? [await sessionOfHook(args)] : args
  const report = await archive(
    place,
    {
      sessions,
      all: flags.has('all'),
      before: olderThan === undefined ? undefined : pointInTime('older-than', olderThan, output.now).from,
      maxBytes: flags.number('max-size', storageSize),
      dryRun: flags.has('dry-run'),
    },
    doing,
  )
  await answer(call, report, presentArchive)
  if (report.sessions.some(one => one.outcome === 'failed')) return 3
  return report.left > 0 || report.sessions.length === 0 ? 1 : 0
}

async function status(call: Call<FlagsFor<'archive'>>): Promise<number> {
  const { args, flags, place, doing } = call
  if (args.length > 0) throw wrong(`unexpected argument ${JSON.stringify(args[0])}. Usage: rethread archive --status`)
  const limit = flags.number('limit') ?? 10
  await answer(call, await archiveStatus(place, { limit: limit === 0 ? Infinity : limit }, doing), presentArchiveStatus)
  return 0
}

async function check(call: Call<FlagsFor<'archive'>>): Promise<number> {
  const { args, place, doing } = call
  if (args.length > 0) throw wrong(`unexpected argument ${JSON.stringify(args[0])}. Usage: rethread archive verify`)
  const report = await verify(place, {}, doing)
  await answer(call, report, presentVerify)
  return report.damage.length > 0 || report.sessionsHit.length > 0 ? 1 : 0
}

async function shrink(call: Call<FlagsFor<'archive'>>): Promise<number> {
  const { args, flags, place, output, doing } = call
  const olderThan = flags.value('older-than')
  const report = await prune(
    place,
    {
      sessions: args,
      before: olderThan === undefined ? undefined : pointInTime('older-than', olderThan, output.now).from,
      dryRun: flags.has('dry-run'),
    },
    doing,
  )
  await answer(call, report, presentPrune)
  return 0
}

/** What the client tells a hook: an object with the path of the transcript. */
async function sessionOfHook(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw wrong('--hook takes the session from standard input')
  const text = Buffer.from(await readSmallInput()).toString('utf8')
  try {
    const told = JSON.parse(text) as { readonly transcript_path?: unknown } | null
    if (typeof told?.transcript_path === 'string' && told.transcript_path.endsWith('.jsonl'))
      return told.transcript_path
  } catch {
    // said below
  }
  throw wrong('--hook expects the JSON of a Claude Code hook on standard input, with transcript_path')
}

/** `500M`, `5G`: bytes, in steps of 1000. */
function storageSize(flag: string, value: string): number {
  const match = /^(\d{1,9})([kKmMgGtT]?)[bB]?$/.exec(value)
  if (!match) throw wrong(`--${flag} must be a size such as 500M or 5G, not ${JSON.stringify(value)}`)
  return Number(match[1]) * 1000 ** ' kmgt'.indexOf(match[2]!.toLowerCase() || ' ')
}
