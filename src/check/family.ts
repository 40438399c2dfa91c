// What a family of rules is: it looks at entries as they are read, and at the whole when all are.

import type { SeenEntry } from '../conversation/conversation.js'
import type { Names } from '../conversation/names.js'
import type { Finding } from '../format/finding.js'
import type { SessionFolder } from '../format/session-folder.js'
import { CODES, type Code } from './codes.js'
import type { Sent } from './sent.js'

/** What is known of the session besides its entries. */
export interface Surroundings {
  /** Absent for standard input. */
  readonly folder?: SessionFolder
  /** When the session file was last written. */
  readonly mtimeMs?: number
  readonly now: number
  /** The client's `cleanupPeriodDays`; 30 where the settings do not say (B5). */
  readonly cleanupDays: number
  /** What the files of subagents say about who started them, by agent id. */
  readonly agentOrigins?: ReadonlyMap<string, AgentOrigin>
}

export interface AgentOrigin {
  /** From its meta.json. */
  readonly toolUseId: string | undefined
  /** Hash of its first prompt as written; 0 where there is none. */
  readonly promptHash: number
}

export interface RuleFamily {
  /** Called for each entry, in file order; what is seen is valid during the call only. */
  entry?(seen: SeenEntry, names: Names): void
  finish(sent: Sent, surroundings: Surroundings): Iterable<Finding>
}

/** Makes a family ready for one session: whatever it gathers, it gathers anew. */
export type NewFamily = () => RuleFamily

export interface Place {
  readonly line?: number
  readonly offset?: number
  readonly uuid?: string | undefined
  readonly fix?: string
}

/** A finding with the severity that its code has. */
export function finding(code: Code, message: string, { line, offset, uuid, fix }: Place = {}): Finding {
  return {
    code,
    severity: CODES[code].severity,
    ...(line === undefined ? {} : { line }),
    ...(offset === undefined ? {} : { offset }),
    ...(uuid === undefined ? {} : { uuid }),
    message,
    ...(fix === undefined ? {} : { fix }),
  }
}
