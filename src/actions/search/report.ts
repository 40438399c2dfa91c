// What a search answers.

import type { TextField } from '../../catalog/store.js'
import type { CutShort } from '../cut-short.js'

export interface SearchReport {
  readonly query: string
  /** Best or newest first. */
  readonly sessions: readonly FoundSession[]
  /** Sessions with hits that are not listed. */
  readonly more: number
  readonly searched: Searched
  /** Transcripts that could not be read, and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Texts that were not looked at, because the pattern took too long. */
  readonly unread: number
  /** What of the query was not understood as it may have been meant. */
  readonly notes: readonly string[]
  /** Where nothing was found: words that are nowhere, each with the nearest one that is. */
  readonly nearest: readonly { readonly word: string; readonly instead: string | null }[]
  /** They are too many to find the best at once: these are the newest. */
  readonly unranked?: boolean
  /** Sessions that match, or transcripts that were to be searched, did not arrive. */
  readonly partial?: CutShort
}

export interface Searched {
  readonly sessions: number
  readonly agents: number
  readonly bytes: number
  /** False: the files were read one by one. */
  readonly index: boolean
  /** Why there is no index. */
  readonly reason: string | null
  /** Deleted sessions that would have hits. */
  readonly gone: number
}

export interface FoundSession {
  readonly id: string
  readonly path: string
  readonly title: string | null
  readonly project: string | null
  readonly gitBranch: string | null
  /** Of the team's: the machine that shipped it. */
  readonly machine?: string
  readonly updatedAt: string
  readonly score: number
  /** Texts that match, with those of agents. */
  readonly matches: number
  /** The best of them. */
  readonly hits: readonly SearchHit[]
  /** Null where the client would refuse it. */
  readonly resume: string | null
}

export interface SearchHit {
  /** Null where it is in no turn, or the session is too large to tell. */
  readonly turn: number | null
  readonly line: number
  readonly field: TextField
  /** On one line; null where the file has changed since it was indexed. */
  readonly snippet: string | null
  /** What was found, as places in the snippet. */
  readonly marks: readonly (readonly [start: number, end: number])[]
  readonly tool: string | null
  readonly isError: boolean
  readonly time: string | null
  /** The agent whose transcript it is in, with the path of that; lines are those of its file. */
  readonly agent: { readonly id: string; readonly path: string } | null
  /** 1 is the active one. */
  readonly branch: number
  /** It is on a branch that was left behind. */
  readonly abandoned: boolean
  /** The calls that lead there. */
  readonly show: string
  readonly clone: string | null
}
