// The budget of trim: a slider, and on it the steps of the ladder, each where the session would be after it.

import { useId } from 'react'
import type { OutlineReport } from '../../../src/actions/read/index.js'
import { api } from '../api.js'
import { figure, tokens } from '../parts/units.js'
import { ownSentence } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import type { Form } from './form.js'

interface BudgetProps {
  readonly form: Form
  readonly sessionKey: string
  readonly outline: OutlineReport | undefined
  readonly onChange: (form: Form) => void
}

const STEP = 1000
const LEAST = 1000

export function Budget({ form, sessionKey, outline, onChange }: BudgetProps) {
  const id = useId()
  // Without a budget the plan goes down all of the ladder.
  const whole = useAsked(sessionKey, asking => api.plan(sessionKey, { verb: 'trim' }, { signal: asking.signal }))
  const now = whole.value?.report.before.tokens ?? outline?.turns.contextTokens.findLast(one => one !== null) ?? 0
  const most = Math.ceil(Math.max(now, form.budget ?? 0, 10_000) / STEP) * STEP
  const budget = form.budget ?? most
  const rungs = (whole.value?.report.ladder ?? []).filter(rung => rung.items > 0)
  const choose = (wanted: number): void =>
    onChange({ ...form, budget: Math.max(LEAST, Math.min(most, Math.ceil(wanted / STEP) * STEP)) })
  return (
    <div className="form-row">
      <label htmlFor={id}>
        Budget: <span className="figure">{figure(budget)}</span> tokens
      </label>
      <input
        id={id}
        type="range"
        min={LEAST}
        max={most}
        step={STEP}
        value={budget}
        onChange={event => choose(Number(event.target.value))}
      />
      {rungs.length > 0 && (
        <>
          <div className="rungs" aria-hidden="true">
            {rungs.map(({ step, tokens: left }) => (
              <span
                key={step}
                className={left >= budget ? 'rung taken' : 'rung'}
                style={{ left: `${((left - LEAST) / (most - LEAST)) * 100}%` }}
              />
            ))}
          </div>
          <ol className="rung-list" aria-label="Steps of the ladder">
            {rungs.map(({ step, what, tokens: left }) => (
              <li key={step}>
                <button
                  type="button"
                  className="rung-button"
                  aria-pressed={Math.ceil(left / STEP) * STEP === budget}
                  onClick={() => choose(left)}
                >
                  <span className="ellipsis" title={ownSentence(what)}>
                    {ownSentence(what)}
                  </span>
                  <span className="nowrap muted">→ {tokens(left)}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <p className="muted">
        {now > 0 && `Now ${tokens(now)}. `}
        Each step is what the session would have after it; the plan goes down only as far as it must.
      </p>
    </div>
  )
}
