// A change that was planned and verified, and waits for being written.

import { randomUUID } from 'node:crypto'
import type { Doing } from '../actions/action.js'
import type { ChangeRequest, ReshapeReport } from '../actions/reshape/index.js'
import type { Place } from '../actions/session/index.js'
import { type UndoReport, undo } from '../actions/undo/index.js'
import { compareFileState, fileState, SessionChanged } from '../disk/index.js'
import { RethreadError } from '../format/error.js'
import type { Verb } from './verbs.js'

/** Where the result goes and what it is called. A new session in the same project where nothing is said. */
export interface PlanOptions extends Pick<ChangeRequest, 'keepIds' | 'idsFrom' | 'title'> {
  /** At most one of these three. */
  readonly inPlace?: boolean
  readonly out?: string
  readonly toProject?: string
  /** Also in words that the model gets, where thinking is lost by it. */
  readonly rewriteWords?: boolean
}

export interface Plan<Report extends ReshapeReport = ReshapeReport> {
  /** Is it safe to write? Where not, `refused` says why. */
  readonly ok: boolean
  readonly refused: readonly string[]
  readonly steps: Report['steps']
  readonly before: Report['before']
  readonly after: Report['after']
  /** All that the command says with `--dry-run --json`. */
  readonly report: Report
  /** Writes it. Throws `Refused` where it is not safe, and where the session has changed since. */
  save(): Promise<Saved<Report>>
}

export interface Saved<Report extends ReshapeReport = ReshapeReport> {
  readonly sessionId: string
  readonly path: string
  /** The command that resumes it; null where the client cannot find it by its id. */
  readonly resume: string | null
  /** What `undo` takes, and the command of that name; null where nothing had to be changed. */
  readonly receipt: string | null
  readonly report: Report
  /** Takes it back. */
  undo(): Promise<UndoReport>
}

/** Nothing was written: the result would not keep what the verb promises, or the session is in use. */
export class Refused extends RethreadError {
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super('refused', 1, reasons.join('; '))
    this.reasons = reasons
  }
}

export async function planFor<Report extends ReshapeReport>(
  place: Place,
  path: string,
  verb: Verb<Report>,
  options: PlanOptions,
  doing: Doing,
): Promise<Plan<Report>> {
  const request = requestFor(path, verb, options)
  const state = fileState(path)
  const report = await verb.run(place, { ...request, dryRun: true }, doing)
  const { refused, steps, before, after } = report
  return {
    ok: refused.length === 0,
    refused,
    steps,
    before,
    after,
    report,
    async save() {
      const now = compareFileState(path, state)
      if (now !== 'same') throw new SessionChanged(path, now)
      const written = await verb.run(place, { ...request, dryRun: false }, doing)
      if (written.refused.length > 0) throw new Refused(written.refused)
      return saved(place, path, written)
    },
  }
}

function saved<Report extends ReshapeReport>(place: Place, source: string, report: Report): Saved<Report> {
  const { sessionId, path, resume, receipt } = report
  return {
    sessionId,
    // Where there was nothing to do, the session is the result.
    path: path ?? source,
    resume,
    receipt,
    report,
    async undo() {
      if (receipt === null) throw new Refused(['nothing was written'])
      const undone = await undo(place, { id: receipt })
      if (undone.refused.length > 0) throw new Refused(undone.refused)
      return undone
    },
  }
}

function requestFor(path: string, verb: Verb, options: PlanOptions): ChangeRequest {
  const { inPlace = false, out, toProject, rewriteWords, keepIds = false, idsFrom, title } = options
  return {
    reference: path,
    call: [verb.name, path, ...wordsOf({ ...verb.options, ...options })],
    where: inPlace
      ? { kind: 'in-place' }
      : out !== undefined
        ? { kind: 'file', path: out }
        : toProject !== undefined
          ? { kind: 'project', directory: toProject }
          : { kind: 'same-project' },
    keepIds,
    // What is saved is what was planned, to the last id.
    idsFrom: idsFrom ?? (keepIds || inPlace ? undefined : randomUUID()),
    allTexts: rewriteWords ?? false,
    title,
  }
}

/** As the command would be called: for the receipt. */
function wordsOf(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, typeof value === 'string' ? value : JSON.stringify(value)]
  })
}
