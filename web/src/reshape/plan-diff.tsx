// What the model gets now, beside what it would get of the copy: worked out when somebody opens it, for it takes as long as
// the plan.

import { useState } from 'react'
import { sessionAddress } from '../address.js'
import { api } from '../api.js'
import { Differences } from '../check/differences.js'
import { Answer } from '../parts/states.js'
import { useAsked } from '../use-asked.js'

const PLANNED = {
  removed: 'taken out',
  added: 'added',
  shortened: 'shortened',
  lengthened: 'lengthened',
  changed: 'changed',
} as const

export function PlanDiff({ plan, sessionKey }: { readonly plan: string; readonly sessionKey: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="plan-diff" aria-label="In the model’s eyes">
      <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} what changes for the model
      </button>
      {isOpen && <Shown key={plan} plan={plan} sessionKey={sessionKey} />}
    </section>
  )
}

function Shown({ plan, sessionKey }: { readonly plan: string; readonly sessionKey: string }) {
  const asked = useAsked(plan, asking => api.planDiff(plan, {}, asking))
  return (
    <Answer asked={asked} what="comparing">
      {first => (
        <Differences
          first={first}
          names={['Now', 'Copy']}
          kinds={PLANNED}
          askMore={(from, asking) => api.planDiff(plan, { from }, asking)}
          addressA={line => sessionAddress(sessionKey, '', { line })}
          addressB={undefined}
          sameIn={{ sessionKey, leaf: '' }}
        />
      )}
    </Answer>
  )
}
