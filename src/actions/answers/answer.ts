// Answers for readers with little room, such as a coding agent: everything that could be said, at levels. Level 0 says the
// least and the last one the most; whoever has a budget takes the highest level that fits. What a level leaves out it
// counts, and it names the call that gives it.

/** What can be asked within a budget. */
export type Question =
  | 'search'
  | 'sessions'
  | 'turns'
  | 'show'
  | 'tools'
  | 'files'
  | 'context'
  | 'compactions'
  | 'check'
  | 'usage'
  | 'plan'

export interface Answer<Data = unknown> {
  readonly question: Question
  /** What sessions say: written by others, so of unknown trust. */
  readonly data: Data
  /** What is not in it. */
  readonly cut: readonly Cut[]
  /** The calls that go on from here, the most useful first. */
  readonly next: readonly NextCall[]
}

export interface Cut {
  readonly what: string
  readonly count: number
}

/** In the words of no face: the command line and the tools for agents each say it their own way. */
export interface NextCall {
  readonly why: string
  readonly question: Question
  /** The session or a place in it, the query, or the report. */
  readonly about?: string | undefined
  /** Of `files`: a file instead of a session. */
  readonly file?: string | undefined
  readonly options?: Readonly<Record<string, string | number | boolean>>
}

export interface Answers<Data = unknown> {
  /** The highest level. */
  readonly levels: number
  at(level: number): Answer<Data>
  /** The answer is no: nothing was found, or it does not resume. */
  readonly isNegative: boolean
}

/** First more and more of a list with its texts at their shortest, then all of it with longer and longer texts. */
export function listLevels<Data>(
  total: number,
  limits: readonly number[],
  isNegative: boolean,
  make: (count: number, limit: number) => Answer<Data>,
): Answers<Data> {
  return {
    levels: total + limits.length - 1,
    at: level => (level <= total ? make(level, limits[0]!) : make(total, limits[level - total]!)),
    isNegative,
  }
}

/** From the shortest length of a text to the longest there is, each a little longer than the one before. */
export function textLimits(shortest: number, longest: number): readonly number[] {
  const limits = [shortest]
  while (limits.at(-1)! < longest) limits.push(Math.ceil(limits.at(-1)! * 1.2))
  return limits
}

/** Of what was left out, only what is something. */
export function cuts(...all: readonly Cut[]): readonly Cut[] {
  return all.filter(({ count }) => count > 0)
}
