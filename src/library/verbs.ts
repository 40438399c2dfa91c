// What can be made of a session, as values: `session.plan(strip({ tools: true, oldest: '50%' }))`. The options are the
// flags of the command of the same name.

import type { Action } from '../actions/action.js'
import { type CompressCall, compress as compressSession } from '../actions/compress/index.js'
import { type RedactCall, redact as redactSession } from '../actions/redact/index.js'
import { type RepairCall, repair as repairSession } from '../actions/repair/index.js'
import {
  type ChangeRequest,
  type CloneCall,
  type CutCall,
  clone as cloneSession,
  cut as cutSession,
  type ReshapeReport,
  type StripCall,
  strip as stripSession,
  type TrimCall,
  trim as trimSession,
} from '../actions/reshape/index.js'

/** A change that a plan can be made for. `Report` is what its command says with `--json`. */
export interface Verb<Report extends ReshapeReport = ReshapeReport> {
  readonly name: string
  /** As they were given. */
  readonly options: Readonly<Record<string, unknown>>
  readonly run: Action<ChangeRequest, Report>
}

type Options<Call> = Omit<Call, keyof ChangeRequest | 'rules'>

/** A copy: all of it, or up to a turn, a point or a compaction. */
export function clone(options: Options<CloneCall> = {}): Verb {
  return verb('clone', options, (place, request, doing) => cloneSession(place, { ...options, ...request }, doing))
}

/** Less of some kinds of content, in some part of the session. */
export function strip(options: Options<StripCall>): Verb {
  return verb('strip', options, (place, request, doing) => stripSession(place, { ...options, ...request }, doing))
}

/** As little less as fits into a budget of tokens. */
export function trim(options: Options<TrimCall> & { readonly budget: number }) {
  return verb('trim', options, (place, request, doing) => trimSession(place, { ...options, ...request }, doing))
}

/** Without some turns or messages. */
export function cut(options: Options<CutCall>): Verb {
  return verb('cut', options, (place, request, doing) => cutSession(place, { ...options, ...request }, doing))
}

/** A summary in place of old turns. */
export function compress(options: Options<CompressCall>) {
  return verb('compress', options, (place, request, doing) => compressSession(place, { ...options, ...request }, doing))
}

/** Placeholders instead of keys, tokens and passwords. */
export function redact(options: Options<RedactCall> & { readonly rules?: string } = {}) {
  return verb('redact', options, (place, request, doing) => redactSession(place, { ...options, ...request }, doing))
}

/** Mended, where something is wrong with it. */
export function repair(options: Options<RepairCall> = {}) {
  return verb('repair', options, (place, request, doing) => repairSession(place, { ...options, ...request }, doing))
}

function verb<Report extends ReshapeReport>(
  name: string,
  options: object,
  run: Action<ChangeRequest, Report>,
): Verb<Report> {
  return { name, options: options as Readonly<Record<string, unknown>>, run }
}
