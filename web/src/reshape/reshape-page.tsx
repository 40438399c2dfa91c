// A new session from this one: what it should be like, what the plan makes of it, and then the way to resume it.

import { useEffect, useMemo, useState } from 'react'
import { go, sessionAddress, useAddress } from '../address.js'
import { type About, type AppliedAnswer, api, type ChangeWords } from '../api.js'
import { useKeys } from '../keys.js'
import { Answer, Trouble } from '../parts/states.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { useAsked, useRested } from '../use-asked.js'
import { Applied } from './applied.js'
import { type Form, formFrom, VERBS, wordsOf } from './form.js'
import { FormFields } from './form-fields.js'
import { History } from './history.js'
import { PlanDiff } from './plan-diff.js'
import { PlanView } from './plan-view.js'

const RESTED_MS = 250

export default function ReshapePage({
  sessionKey,
  rights,
}: {
  readonly sessionKey: string
  readonly rights: About['rights']
}) {
  const address = useAddress()
  const outline = useSessionOutline(sessionKey)
  const [form, setForm] = useState<Form>(() => formFrom(address.words))
  const [applied, setApplied] = useState<AppliedAnswer>()
  const [trouble, setTrouble] = useState<Error>()
  const [isWriting, setWriting] = useState(false)
  const [round, setRound] = useState(0)
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  const words = useMemo(() => wordsOf(form), [form])
  const asked = useRested(words === undefined ? undefined : JSON.stringify(words), RESTED_MS)
  const plan = useAsked(asked === undefined || applied ? undefined : `${sessionKey} ${round} ${asked}`, asking =>
    api.plan(sessionKey, JSON.parse(asked!) as ChangeWords, asking),
  )
  const isCurrent = asked === (words === undefined ? undefined : JSON.stringify(words)) && !plan.isWaiting
  const size = outline.value?.turns.contextTokens.findLast(one => one !== null) ?? undefined
  useEffect(() => {
    if (form.budget === undefined && size !== undefined)
      setForm(before => ({ ...before, budget: Math.round((size * 0.6) / 1000) * 1000 }))
  }, [size, form.budget])
  const apply = async (id: string): Promise<void> => {
    setWriting(true)
    setTrouble(undefined)
    try {
      setApplied(await api.apply(id))
    } catch (error) {
      setTrouble(error instanceof Error ? error : new Error(String(error)))
      setRound(before => before + 1)
    } finally {
      setWriting(false)
    }
  }
  return (
    <main id="main" className="page reshape">
      <h1 className="visually-hidden">Reshape</h1>
      <fieldset className="verbs" aria-label="What to do">
        {VERBS.map(({ verb, label }) => (
          <button
            key={verb}
            type="button"
            className="chip"
            aria-pressed={form.verb === verb}
            onClick={() => {
              setApplied(undefined)
              setForm({ ...form, verb })
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="reshape-columns">
        <section aria-label="Options" className="options">
          <p className="muted">{VERBS.find(({ verb }) => verb === form.verb)!.about}</p>
          <FormFields form={form} sessionKey={sessionKey} outline={outline.value} onChange={setForm} />
        </section>
        <section aria-label="Plan" className="plan" aria-busy={plan.isWaiting}>
          {applied ? (
            <Applied
              applied={applied}
              sessionKey={sessionKey}
              onAgain={() => {
                setApplied(undefined)
                setRound(before => before + 1)
              }}
            />
          ) : words === undefined ? (
            <p className="muted">Choose what should go. The plan appears here before anything is written.</p>
          ) : (
            <>
              {trouble && <Trouble error={trouble} />}
              <Answer asked={plan} what="planning">
                {answer => (
                  <PlanView
                    answer={answer}
                    isCurrent={isCurrent}
                    isWriting={isWriting}
                    mayWrite={rights !== 'read'}
                    onWrite={() => answer.plan !== null && void apply(answer.plan)}
                  />
                )}
              </Answer>
            </>
          )}
        </section>
      </div>
      {!applied && words !== undefined && isCurrent && plan.value && plan.value.plan !== null && (
        <PlanDiff plan={plan.value.plan} sessionKey={sessionKey} />
      )}
      <History
        sessionKey={sessionKey}
        round={`${round} ${applied?.key ?? ''}`}
        mayWrite={rights !== 'read'}
        onUndone={() => {
          setApplied(undefined)
          setRound(before => before + 1)
        }}
      />
    </main>
  )
}
