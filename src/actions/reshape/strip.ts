// A session with less in it: by kinds of content and turns, by a preset, or by the client's own rows.

import { randomUUID } from 'node:crypto'
import { InputError } from '../../format/error.js'
import type { DraftVerb } from '../../reshape/plan/index.js'
import { presetRules, type StripRule, softStrip, strip as stripVerb } from '../../reshape/strip/index.js'
import { type Doing, openOptions, timeAt } from '../action.js'
import type { Place } from '../session/place.js'
import { type ChangeRequest, changeCall } from './change-request.js'
import { cutOf, type Point } from './clone.js'
import { presetNamed } from './own-presets.js'
import { reshape } from './reshape.js'
import type { ReshapeReport } from './reshape-report.js'
import { type StripWords, stripRules } from './strip-words.js'

export interface StripCall extends ChangeRequest, Point, StripWords {
  /** Rules besides those that the words make. */
  readonly rules?: readonly StripRule[]
  readonly preset?: string | undefined
  /** Leave everything in the file, and only tell the client not to send it. */
  readonly soft?: boolean
  readonly linear?: boolean
}

export async function strip(place: Place, call: StripCall, doing: Doing = {}): Promise<ReshapeReport> {
  const preset = call.preset === undefined ? [] : presetRules(presetNamed(place, call.preset), call.by)
  const verb = verbOf(
    [...preset, ...stripRules(call, call.preset !== undefined), ...(call.rules ?? [])],
    call,
    call.now ?? timeAt(place),
  )
  return reshape(
    place,
    {
      ...changeCall(place, 'strip', call),
      request: ({ source }) => ({ verbs: [verb], linear: call.linear ?? false, ...cutOf(source, call) }),
    },
    openOptions(place, doing),
  )
}

/** What the client's own rows can do (B2). */
const SOFT_KINDS: readonly StripRule['kind'][] = ['tools', 'results', 'thinking']

function verbOf(rules: readonly StripRule[], { soft, preset }: StripCall, now: number): DraftVerb {
  if (rules.length === 0)
    throw new InputError(
      'usage',
      'strip needs something to remove: --tools, --results, --thinking, --images, --snapshots, --bookkeeping or --preset NAME',
    )
  if (!soft) return stripVerb(rules)
  if (preset !== undefined) throw new InputError('usage', '--soft and --preset cannot be used together')
  const other = rules.find(({ kind }) => !SOFT_KINDS.includes(kind))
  if (other) throw new InputError('usage', `--soft works with --results and --thinking only, not with --${other.kind}`)
  return softStrip({ rules, now: new Date(now).toISOString(), freshId: () => randomUUID() })
}

export type { StripRule } from '../../reshape/strip/index.js'
