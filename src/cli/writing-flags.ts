// The flags that every command understands which makes a session out of another one.

import type { ChangeRequest, Point, Where } from '../actions/reshape/index.js'
import { type Flags, wrong } from './arguments.js'
import type { Call } from './call.js'
import type { PointFlags, WritingFlags } from './table.js'

/** Some of the commands that write can also change the session itself. */
type InPlace = WritingFlags & { readonly 'in-place': true }

const FOR_NEW = ['keep-ids', 'ids-from', 'rewrite-words', 'title'] as const

export function writingFlags(
  verb: string,
  { args, flags }: Call<WritingFlags>,
  reference = args[0] ?? 'latest',
): ChangeRequest {
  const where = whereTo(flags)
  const inPlace = where.kind === 'in-place'
  const forNew = FOR_NEW.find(flag => flags.has(flag))
  if (inPlace && forNew !== undefined)
    throw wrong(`--${forNew} cannot be used with --in-place: it applies to a new session`)
  if (flags.has('keep-ids') && flags.has('ids-from')) throw wrong('--ids-from cannot be used with --keep-ids')
  return {
    call: [verb, ...callWords(reference, flags)],
    reference,
    where,
    dryRun: flags.has('dry-run'),
    keepIds: flags.has('keep-ids'),
    idsFrom: flags.value('ids-from'),
    allTexts: flags.has('rewrite-words'),
    title: flags.value('title'),
  }
}

/** The call as it was, for the receipt. */
export function callWords(reference: string, { given }: Pick<Flags, 'given'>): readonly string[] {
  return [reference, ...given.flatMap(([name, value]) => (value === undefined ? [`--${name}`] : [`--${name}`, value]))]
}

function whereTo(flags: Flags<WritingFlags>): Where {
  const inPlace = (flags as Flags<InPlace>).has('in-place')
  const given = [...(inPlace ? ['in-place'] : []), ...(['out', 'to-project'] as const).filter(flag => flags.has(flag))]
  if (given.length > 1) throw wrong(`--${given.join(' and --')} cannot be used together`)
  const path = flags.value('out')
  if (path !== undefined) return { kind: 'file', path }
  const directory = flags.value('to-project')
  if (directory !== undefined) return { kind: 'project', directory }
  return inPlace ? { kind: 'in-place' } : { kind: 'same-project' }
}

export function pointFlags(flags: Flags<PointFlags>): Point & { readonly linear: boolean } {
  return {
    toTurn: flags.number('to-turn'),
    leaf: flags.value('leaf'),
    beforeCompaction: flags.number('before-compaction'),
    linear: flags.has('linear'),
  }
}
