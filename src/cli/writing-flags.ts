// The flags that every command understands which makes a session out of another one.

import type { Point } from '../actions/clone.js'
import type { ReshapeCall, Where } from '../actions/reshape/reshape.js'
import { type Flags, wholeNumber, wrong } from './arguments.js'
import type { Call } from './call.js'

export function writingFlags(verb: string, { args, flags, output }: Call): Omit<ReshapeCall, 'request' | 'verb'> {
  const reference = args[0] ?? 'latest'
  const where = whereTo(flags)
  const inPlace = where.kind === 'in-place'
  const forNew = ['keep-ids', 'ids-from', 'rewrite-words', 'title'].find(flag => flags.has(flag))
  if (inPlace && forNew !== undefined)
    throw wrong(`--${forNew} cannot be used with --in-place: it applies to a new session`)
  if (flags.has('keep-ids') && flags.has('ids-from')) throw wrong('--ids-from cannot be used with --keep-ids')
  return {
    call: [verb, ...callWords(reference, flags)],
    reference,
    where,
    dryRun: flags.has('dry-run'),
    now: output.now,
    keepIds: flags.has('keep-ids'),
    idsFrom: flags.value('ids-from'),
    allTexts: flags.has('rewrite-words'),
    title: flags.value('title'),
  }
}

/** The call as it was, for the receipt. */
export function callWords(reference: string, flags: Flags): readonly string[] {
  return [
    reference,
    ...flags.names.flatMap(name => {
      const value = flags.value(name)
      return value === undefined ? [`--${name}`] : [`--${name}`, value]
    }),
  ]
}

function whereTo(flags: Flags): Where {
  const given = ['in-place', 'out', 'to-project'].filter(flag => flags.has(flag))
  if (given.length > 1) throw wrong(`--${given.join(' and --')} cannot be used together`)
  const path = flags.value('out')
  if (path !== undefined) return { kind: 'file', path }
  const directory = flags.value('to-project')
  if (directory !== undefined) return { kind: 'project', directory }
  return flags.has('in-place') ? { kind: 'in-place' } : { kind: 'same-project' }
}

export function pointFlags(flags: Flags): Point {
  const turn = flags.value('to-turn')
  const compaction = flags.value('before-compaction')
  return {
    toTurn: turn === undefined ? undefined : wholeNumber('to-turn', turn),
    leaf: flags.value('leaf'),
    beforeCompaction: compaction === undefined ? undefined : wholeNumber('before-compaction', compaction),
  }
}
