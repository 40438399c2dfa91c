// A situation: everything needed to make the real client write a session that shows one thing. It is data, so that the
// same list makes the sessions of another client version.

import type { ScriptedReply } from '../fake-reply.js'

export interface Situation {
  /** The name of its folder. */
  readonly name: string
  /** What a reader of the recorded session can see in it. */
  readonly shows: string
  /** The first generation that can do this; absent where all can. */
  readonly since?: Generation
  /** Files of the project, by their path in it. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Files of the client's own folder. */
  readonly home?: Readonly<Record<string, string>>
  /** The user's settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  /** The project is a git repository with one commit. */
  readonly git?: true
  /** What the API answers, in turn. A request beyond the list gets a plain numbered reply. */
  readonly replies?: readonly ScriptedReply[]
  readonly acts: readonly Act[]
}

export type Generation = '1.0' | '2.0' | '2.1'

export type Act =
  /** A run in print mode; each goes on with the session of the run before. */
  | {
      readonly act: 'say'
      readonly prompt: string
      readonly args?: readonly string[]
      /** How it finds the session; `resume` where absent, and a first run has none. */
      readonly how?: 'resume' | 'continue'
      /** The tools it may use without asking; absent: the common ones. */
      readonly allow?: readonly string[]
      /** Takes the session up again at the reply with this text. */
      readonly at?: string
      readonly end?: End
    }
  /** A run in print mode that gets its prompts as a stream of messages. */
  | { readonly act: 'stream'; readonly args?: readonly string[]; readonly lines: readonly StreamLine[] }
  /** Changes a file of the project between two runs. */
  | { readonly act: 'write'; readonly file: string; readonly text: string }
  /** Opens the interactive client; the acts after it work on its screen until it is closed. */
  | { readonly act: 'open'; readonly args?: readonly string[]; readonly how?: 'resume' | 'continue' }
  | { readonly act: 'type'; readonly text: string }
  | { readonly act: 'press'; readonly keys: readonly string[] }
  | { readonly act: 'see'; readonly text: string }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'close' }

/** How a run ends before its time: the signal, sent when this appears in its output and the given time has passed. */
export interface End {
  readonly signal: 'SIGINT' | 'SIGKILL'
  readonly seen: string
  readonly ms: number
}

export interface StreamLine {
  /** Sent when this appears in the output; absent: at once. */
  readonly seen?: string
  readonly content: unknown
}

/** Stands for the project's folder in replies and prompts. */
export const PROJECT = '/home/dev/project'

export const say = (prompt: string, ...args: string[]): Act => ({ act: 'say', prompt, args })
export const type = (text: string): Act => ({ act: 'type', text })
export const press = (...keys: string[]): Act => ({ act: 'press', keys })
export const see = (text: string): Act => ({ act: 'see', text })
export const wait = (ms: number): Act => ({ act: 'wait', ms })
/** In the mode that asks before tools are used, unless another is given. */
export const open = (mode = 'default'): Act => ({ act: 'open', args: ['--permission-mode', mode] })
export const close: Act = { act: 'close' }
