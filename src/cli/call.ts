// What a command is given, and how it answers.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Doing, Progress } from '../actions/action.js'
import type { Place } from '../actions/session/index.js'
import { bytes, count } from '../present/units.js'
import { type Flags, wrong } from './arguments.js'
import { complain, type Output } from './output.js'
import type { BareFlags, CommandName, CommonFlags, FlagsFor } from './table.js'

export interface Call<V = CommonFlags> {
  readonly args: readonly string[]
  readonly flags: Flags<V>
  readonly place: Place
  readonly output: Output
  /** Ends with Ctrl-C, and says how far it is. */
  readonly doing: Doing
  readonly leaves: Leaves
}

/** Other faces of rethread, which a command starts. The program brings them together: none of them imports another. */
export interface Leaves {
  readonly server: () => Promise<ServerLeaf>
  readonly mcp: (options: McpLeafOptions) => Promise<void>
}

export interface McpLeafOptions {
  readonly place: Place
  readonly canWrite: boolean
  readonly signal: AbortSignal | undefined
}

export interface ServerLeaf {
  serve(options: {
    readonly place: Place
    readonly team: 'beside' | 'only' | 'none'
    readonly token?: string | undefined
    readonly user: Place
    readonly rights: 'read' | 'new-sessions' | 'in-place'
    readonly port: number
    readonly app: string
    readonly areSamples: boolean
    readonly complain: (message: string) => void
  }): Promise<{ readonly url: string; close(): Promise<void> }>
  runningServer(
    place: Place,
    rights: 'read' | 'new-sessions' | 'in-place',
    team: 'beside' | 'only' | 'none',
  ): Promise<string | undefined>
}

/** Runs a command and says how it ended: 0, or 1 where the answer is negative. Everything else is thrown. */
export type Run<N extends CommandName> = (call: Call<FlagsFor<N>>) => Promise<number>

/** Of the call without a command. */
export type RunBare = (call: Call<BareFlags>) => Promise<number>

/** Of this package, whether this is its source or a chunk of what was built. */
const PACKAGE = fileURLToPath(import.meta.url).replace(/[\\/](?:src|dist)[\\/]cli[\\/].*$/, '')
const SAMPLES = join(PACKAGE, 'samples')

/** The files of the app. */
export const BUILT_APP = join(PACKAGE, 'dist', 'web')

export function placeOf(configDir: string | undefined, now: number): Place {
  // Set by `npm start` on a clone.
  const samples = process.env['RETHREAD_SAMPLES']
  return {
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    now,
    ...(configDir === undefined ? {} : { configDir }),
    ...(samples === undefined ? {} : { samples }),
    bundled: SAMPLES,
    tell: complain,
  }
}

/** The team's store instead of this machine, where that is asked for. */
export async function placeWithTeam({
  flags,
  place,
}: Pick<Call<CommonFlags & { readonly team: true }>, 'flags' | 'place'>): Promise<Place> {
  if (!flags.has('team')) return place
  const { withTeam } = await import('../actions/team/index.js')
  return withTeam(place)
}

/** The one or the other; both at once are none. */
export async function placeAsked(
  call: Call<CommonFlags & { readonly archived: true; readonly team: true }>,
): Promise<Place> {
  if (call.flags.has('team') && call.flags.has('archived')) throw wrong('--team and --archived cannot be combined')
  return call.flags.has('team') ? placeWithTeam(call) : placeWithArchived(call)
}

/** Also with the sessions that are only in the archive, where they are asked for. */
export async function placeWithArchived({
  flags,
  place,
  doing,
}: Call<CommonFlags & { readonly archived: true }>): Promise<Place> {
  if (!flags.has('archived')) return place
  const { withArchived } = await import('../actions/archive/index.js')
  return withArchived(place, doing)
}

/** The value as JSON where that is asked for, else as text. */
export async function answer<Value>(
  { flags, output }: Call,
  value: Value,
  present: (value: Value, output: Output) => Iterable<string>,
): Promise<void> {
  output.progress(undefined)
  if (flags.has('json')) await output.json(value)
  else await output.text(present(value, output))
}

/** What is missing of an answer is said, and the call has failed: whoever counts on all of it must know. */
export function endedWith(code: number, { partial }: { readonly partial?: { readonly why: string } }): number {
  if (partial === undefined) return code
  complain(`this is only a part of the answer: ${partial.why}`)
  return 3
}

/** Of several sessions a list, of a single one the value itself. */
export async function answerEach<Value>(
  call: Call,
  values: readonly Value[],
  isOne: boolean,
  present: (value: Value, output: Output) => Iterable<string>,
): Promise<void> {
  const { output } = call
  const lines = () => values.flatMap((one, index) => [...(index > 0 ? [''] : []), ...present(one, output)])
  await answer(call, isOne ? values[0] : { sessions: values }, lines)
}

const LARGE = 50_000_000

/** What people see who wait. Reading a small file takes no time worth a word. */
export function waitingWords(step: Progress): string | undefined {
  switch (step.kind) {
    case 'reading':
      return step.of > LARGE && step.bytes < step.of ? `reading ${bytes(step.bytes)} of ${bytes(step.of)}` : undefined
    case 'indexing':
      return `indexing ${bytes(step.bytes)} of ${bytes(step.of)}`
    case 'sessions':
      return `${step.done + 1} of ${count(step.of, 'session')}`
    case 'packs':
      return `verifying pack ${step.done + 1} of ${step.of}`
    case 'summaries': {
      const left = step.secondsLeft === undefined ? '' : `, about ${step.secondsLeft} s left`
      return step.done < step.of ? `summarising: ${step.done} of ${step.of}${left}` : undefined
    }
  }
}

/** Of every command that answers within a budget. */
export type BudgetFlags = CommonFlags & { readonly budget: string; readonly skip: string }

/** Loaded when a budget is given: most calls have none. */
export async function answering() {
  const [answers, { answerWithin }] = await Promise.all([
    import('../actions/answers/index.js'),
    import('./budgeted.js'),
  ])
  return { ...answers, answerWithin }
}

/** What belongs to a budget means nothing without one. */
export function refuseSkip({ flags }: Call<BudgetFlags>): void {
  if (flags.has('skip')) throw wrong('--skip continues an answer of --budget; give both')
}
