// What every part of a transcript needs to know of the session that is read.

import { createContext, useContext } from 'react'

export interface Reading {
  readonly sessionKey: string
  readonly leaf: string
  readonly project: string | undefined
  /** Ids of calls that were chosen to be taken out. */
  readonly picked: ReadonlySet<string>
  pick(call: string): void
  /** The same of whole turns. */
  readonly pickedTurns: ReadonlySet<number>
  pickTurn(number: number): void
  showRaw(line: number): void
}

const ReadingContext = createContext<Reading>({
  sessionKey: '',
  leaf: '',
  project: undefined,
  picked: new Set(),
  pick: () => {},
  pickedTurns: new Set(),
  pickTurn: () => {},
  showRaw: () => {},
})

export const ReadingProvider = ReadingContext.Provider

export function useReading(): Reading {
  return useContext(ReadingContext)
}
