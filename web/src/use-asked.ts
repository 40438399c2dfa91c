// Something asked of the server: not there yet, there, or refused. Asked again when its name changes; a question that
// nobody waits for any more is given up.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Progress } from '../../src/actions/action.js'
import type { Asking } from './api.js'

export interface Asked<Value> {
  /** The last answer, also while a new one is waited for. */
  readonly value: Value | undefined
  readonly error: Error | undefined
  readonly isWaiting: boolean
  readonly progress: Progress | undefined
  again(): void
}

interface State<Value> {
  readonly value: Value | undefined
  readonly error: Error | undefined
  readonly isWaiting: boolean
  readonly progress: Progress | undefined
}

/** `name` says all that the question depends on; without one nothing is asked. */
export function useAsked<Value>(name: string | undefined, question: (asking: Asking) => Promise<Value>): Asked<Value> {
  const [state, setState] = useState<State<Value>>({
    value: undefined,
    error: undefined,
    isWaiting: name !== undefined,
    progress: undefined,
  })
  const [round, setRound] = useState(0)
  const asked = useRef(question)
  asked.current = question
  // Asked once for each name, and once more for each round.
  const turn = name === undefined ? undefined : `${round} ${name}`
  useEffect(() => {
    if (turn === undefined) return
    const control = new AbortController()
    const { signal } = control
    const update = (next: Partial<State<Value>>): void => {
      if (!signal.aborted) setState(before => ({ ...before, ...next }))
    }
    update({ isWaiting: true, error: undefined, progress: undefined })
    asked.current({ signal, progress: progress => update({ progress }) }).then(
      value => update({ value, isWaiting: false, error: undefined, progress: undefined }),
      (error: unknown) =>
        update({ error: error instanceof Error ? error : new Error(String(error)), isWaiting: false }),
    )
    return () => control.abort()
  }, [turn])
  const again = useCallback(() => setRound(before => before + 1), [])
  return { ...state, again }
}

/** A value that has rested for a moment: for what is typed. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
