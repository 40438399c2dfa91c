// A change by its words: planned first, and then carried out as it was planned, if the session is still what it was.

import { InputError } from '../../format/error.js'
import type { Doing } from '../action.js'
import { compress } from '../compress/compress.js'
import { redact } from '../redact/redact.js'
import { repair } from '../repair/repair.js'
import type { ChangeRequest } from '../reshape/change-request.js'
import { clone } from '../reshape/clone.js'
import { cut } from '../reshape/cut.js'
import type { LookAtResult } from '../reshape/reshape.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'
import { strip } from '../reshape/strip.js'
import { takeOut } from '../reshape/take-out.js'
import { trim } from '../reshape/trim.js'
import { sessionStateAt } from '../session/kept-sessions.js'
import { locate, type Place } from '../session/place.js'
import type { ChangeWords } from './change-words.schema.js'
import { comparePlan } from './compare-plan.js'
import type { PlannedChange } from './plans.js'

export interface Planned {
  /** The plan as a dry run. Where it is refused it cannot be carried out. */
  readonly report: ReshapeReport
  readonly change: PlannedChange
}

/** Nothing is written by a plan. */
export async function planChange(place: Place, words: ChangeWords, reference: string, doing: Doing): Promise<Planned> {
  const session = await locate(reference, place, { allowPoint: words.verb === 'clone' || words.verb === 'cut' })
  if (session.kind !== 'file') throw new InputError('usage', `${words.verb} takes a session file, not standard input`)
  const { path } = session
  const state = sessionStateAt(path)
  const expectSame = (): void => {
    if (sessionStateAt(path) !== state)
      throw new InputError('session-changed', 'the session has changed since this was planned; nothing was written')
  }
  const dryRun = (look: LookAtResult | undefined, how: Doing): Promise<ReshapeReport> =>
    changed(place, words, { ...requestOf(words, reference), dryRun: true, look }, how)
  const report = await dryRun(undefined, doing)
  return {
    report,
    change: {
      compare: comparePlan({ place, reference, expectSame, dryRun }),
      needs: words.inPlace === true ? 'in-place' : 'new-sessions',
      carryOut: async signal => {
        expectSame()
        return changed(place, words, requestOf(words, reference), { signal })
      },
    },
  }
}

/** Checked by its schema, which is loaded with the first change. */
export async function changeWordsOf(asked: unknown): Promise<ChangeWords> {
  const { changeWordsSchema } = await import('./change-words.schema.js')
  const read = changeWordsSchema.safeParse(asked)
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new InputError('usage', `the change is not understood: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`)
}

/** The words of the call, for the receipt: as the command would be typed. */
function requestOf(words: ChangeWords, reference: string): ChangeRequest {
  return {
    reference,
    where: words.inPlace === true ? { kind: 'in-place' } : { kind: 'same-project' },
    title: words.title,
    call: [words.verb, reference, ...changeFlags(words)],
  }
}

function changeFlags({ verb: _, ...words }: ChangeWords): readonly string[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    if (value === false || value === undefined) return []
    return value === true ? [flag] : [flag, typeof value === 'object' ? JSON.stringify(value) : String(value)]
  })
}

function changed(place: Place, words: ChangeWords, request: ChangeRequest, doing: Doing): Promise<ReshapeReport> {
  switch (words.verb) {
    case 'clone':
      return clone(place, { ...given(words), ...request }, doing)
    case 'strip':
      return strip(place, { ...given(words), ...request }, doing)
    case 'trim':
      return trim(place, { ...given(words), ...request }, doing)
    case 'cut':
      return cut(place, { ...given(words), ...request }, doing)
    case 'take-out':
      return takeOut(place, { ...given(words), ...request }, doing)
    case 'compress':
      return compress(place, { ...given(words), ...request }, doing)
    case 'repair':
      return repair(place, { ...given(words), ...request }, doing)
    case 'redact':
      return redact(place, { ...given(words), ...request }, doing)
  }
}

/** Without what was not said. */
function given<Words extends ChangeWords>(words: Words): { [K in keyof Words]: Exclude<Words[K], undefined> } {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) as never
}
