// A tool that an agent can call: what it is for, what it takes, and the answers it chooses from.

import type { z } from 'zod'
import type { Doing } from '../actions/action.js'
import type { Answers } from '../actions/answers/index.js'
import type { Plans } from '../actions/planned/index.js'
import type { Place } from '../actions/session/index.js'

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** For the agent that chooses among tools: when to call it, and what comes back. */
  readonly description: string
  readonly input: Input
  /** Tokens that its answer takes at most where nothing is said. */
  readonly budget: number
  /** It writes sessions: only offered where that was allowed. */
  readonly writes?: boolean
  ask(asked: z.output<Input>, asking: Asking): Promise<Answers>
}

export interface Asking {
  readonly place: Place
  readonly doing: Doing
  readonly plans: Plans
  /** How many characters there will be room for. */
  readonly room: number
  /** May changes be carried out? */
  readonly canWrite: boolean
}

/** Keeps the type of its input. */
export function tool<Input extends z.ZodObject>(one: Tool<Input>): Tool {
  return one as unknown as Tool
}
