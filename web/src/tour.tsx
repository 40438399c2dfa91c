// The first visit, with the samples: three steps through what one can do. Closed once, it does not come again.

import { useState } from 'react'
import { go, sessionAddress } from './address.js'
import { api } from './api.js'
import { keepChoice, keptChoice } from './kept-choice.js'
import { useAsked } from './use-asked.js'

const KEY = 'rethread-tour'
const CLOSED = 'closed'

interface Step {
  readonly title: string
  readonly text: string
  readonly at: (sample: string) => string
}

const STEPS: readonly Step[] = [
  {
    title: 'Find a session',
    text: 'All sessions are listed here with how full they are and what they cost. Type to search titles and every text in them.',
    at: () => '/',
  },
  {
    title: 'Read it, see its shape',
    text: 'Turns come with their work folded. Press 1 to 4 for more or less of it, m for the map of all branches, and mark with x what could go.',
    at: sample => sessionAddress(sample),
  },
  {
    title: 'Make a smaller copy',
    text: 'Choose a budget or what to take out. The plan shows what the model will get before anything is written; the original stays as it is.',
    at: sample => sessionAddress(sample, 'reshape', { verb: 'trim' }),
  },
]

export function Tour() {
  const [at, setAt] = useState(() => (keptChoice(KEY) === CLOSED ? undefined : 0))
  const sessions = useAsked(at === undefined ? undefined : 'tour', asking =>
    api.sessions({ sort: 'fullest', limit: 1 }, { signal: asking.signal }),
  )
  const sample = sessions.value?.sessions[0]?.key
  if (at === undefined || sample === undefined) return null
  const { title, text } = STEPS[at]!
  const show = (next: number): void => {
    setAt(next)
    go(STEPS[next]!.at(sample))
  }
  const close = (): void => {
    keepChoice(KEY, CLOSED)
    setAt(undefined)
  }
  const isLast = at === STEPS.length - 1
  return (
    <aside className="tour" aria-label="Tour">
      <p className="muted">
        {at + 1} of {STEPS.length}
      </p>
      <h2>{title}</h2>
      <p>{text}</p>
      <p className="actions">
        <button type="button" className="button quiet" onClick={close}>
          Close the tour
        </button>
        {at > 0 && (
          <button type="button" className="button" onClick={() => show(at - 1)}>
            Back
          </button>
        )}
        <button type="button" className="button primary" onClick={() => (isLast ? close() : show(at + 1))}>
          {isLast ? 'Done' : 'Next'}
        </button>
      </p>
    </aside>
  )
}
