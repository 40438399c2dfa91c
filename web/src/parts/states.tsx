// What stands where an answer is not there: it is waited for, it was refused, there is nothing.

import { type ReactNode, useEffect, useState } from 'react'
import type { Progress } from '../../../src/actions/action.js'
import { Refused } from '../api.js'
import { Link } from '../link.js'
import { ownSentence, safeLine } from '../text/safe-text.js'
import type { Asked } from '../use-asked.js'
import { bytes, count } from './units.js'

/** Nothing for a moment: most answers are there before one would have read a word. */
const PATIENCE_MS = 400

export function Waiting({
  progress,
  what = 'reading',
}: {
  readonly progress?: Progress | undefined
  readonly what?: string
}) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="waiting" role="status">
      {isLong ? (progress ? wordsOf(progress) : `${what} …`) : ''}
    </p>
  )
}

function wordsOf(step: Progress): string {
  switch (step.kind) {
    case 'reading':
      return `reading ${bytes(step.of)}, ${percentOf(step.bytes, step.of)}`
    case 'indexing':
      return `indexing ${bytes(step.of)}, ${percentOf(step.bytes, step.of)}`
    case 'sessions':
      return `${step.done + 1} of ${count(step.of, 'session')}`
    case 'packs':
      return `${step.done} of ${count(step.of, 'pack')}`
    case 'summaries':
      return `summarising: ${step.done} of ${step.of}`
  }
}

function percentOf(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`
}

export function Trouble({ error, again }: { readonly error: Error; readonly again?: (() => void) | undefined }) {
  return (
    <div className="notice bad" role="alert">
      <p className="strong">{ownSentence(error.message)}</p>
      {error instanceof Refused && <p className="muted">{error.advice}</p>}
      {again && (
        <p className="actions">
          <button type="button" className="button" onClick={again}>
            Try again
          </button>{' '}
          {error instanceof Refused && error.kind === 'session-unknown' && (
            <Link className="button" href="/">
              All sessions
            </Link>
          )}
        </p>
      )}
    </div>
  )
}

/** The answer, or what stands in its place; the last one stays while the next is waited for. */
export function Answer<Value>({
  asked,
  children,
  what,
}: {
  readonly asked: Asked<Value>
  readonly children: (value: Value) => ReactNode
  readonly what?: string
}) {
  const { value, error, isWaiting, progress, again } = asked
  return (
    <>
      {error && <Trouble error={error} again={again} />}
      {value === undefined ? isWaiting && <Waiting progress={progress} {...(what ? { what } : {})} /> : children(value)}
    </>
  )
}

/** What is shown is true, and not all of it. */
export function PartOnly({ partial }: { readonly partial: { readonly why: string } | undefined }) {
  return partial === undefined ? null : (
    <p className="notice bad" role="alert">
      This is only a part of the answer: {safeLine(partial.why)}
    </p>
  )
}
