// A plan: before and after, what is done and why, and whether it may be written.

import type { PlanAnswer } from '../api.js'
import { bytes, count, figure, money, tokens } from '../parts/units.js'
import { placed } from '../session/tool-view.js'
import { ownSentence, safeLine, sentence } from '../text/safe-text.js'

const MOST_STEPS = 200

interface PlanProps {
  readonly answer: PlanAnswer
  /** It is the plan of what is chosen now. */
  readonly isCurrent: boolean
  readonly isWriting: boolean
  readonly mayWrite: boolean
  readonly onWrite: () => void
}

export function PlanView({ answer, isCurrent, isWriting, mayWrite, onWrite }: PlanProps) {
  const { plan, report } = answer
  const { before, after, steps, findings, refused } = report
  const isNothing = refused.length === 0 && steps.length === 0 && before.bytes === after.bytes
  return (
    <>
      <table className="table figures">
        <thead>
          <tr>
            <th scope="col">What the model gets</th>
            <th scope="col" className="right">
              Now
            </th>
            <th scope="col" className="right">
              Copy
            </th>
          </tr>
        </thead>
        <tbody>
          <FigureRow name="~ Tokens" before={before.tokens} after={after.tokens} />
          <FigureRow name="Messages" before={before.messages} after={after.messages} />
          <FigureRow name="Tool calls in the file" before={before.toolCalls} after={after.toolCalls} />
          <CostRows next={answer.next} />
          <tr>
            <th scope="row">File</th>
            <td className="right">{bytes(before.bytes)}</td>
            <td className="right">{bytes(after.bytes)}</td>
          </tr>
        </tbody>
      </table>
      {report.ladder && report.ladder.length > 0 && <LadderView ladder={report.ladder} />}
      {report.secrets && (
        <p>
          {count(report.secrets.length, 'secret')} found
          {report.secrets.length > 0 &&
            `: ${[...new Set(report.secrets.map(one => one.kind))].map(safeLine).join(', ')}`}
        </p>
      )}
      {refused.length > 0 ? (
        <div className="notice bad" role="alert">
          <p className="strong">This is not written:</p>
          {refused.map(reason => (
            <p key={reason}>{ownSentence(reason)}</p>
          ))}
          {report.helps?.map(help => (
            <p key={help} className="muted">
              {ownSentence(help)}
            </p>
          ))}
        </div>
      ) : (
        <p className="good">✓ Checked: the copy resumes and is sent as shown.</p>
      )}
      {findings.map(finding => (
        <p key={`${finding.code} ${finding.line ?? ''}`} className="warn-text">
          {ownSentence(finding.message)}
        </p>
      ))}
      {steps.length > 0 && (
        <details open={steps.length <= 8}>
          <summary>{count(steps.length, 'step')}</summary>
          <ul className="steps">
            {placed(steps.slice(0, MOST_STEPS)).map(({ one: step, place }) => (
              <li key={place}>
                <span>{ownSentence(step.action)}</span> <span className="muted">{sentence(step.why)}</span>
                {step.lines.length > 0 && <span className="muted"> · {count(step.lines.length, 'line')}</span>}
              </li>
            ))}
          </ul>
          {steps.length > MOST_STEPS && <p className="muted">and {count(steps.length - MOST_STEPS, 'more step')}</p>}
        </details>
      )}
      <p className="write">
        <button
          type="button"
          className="button primary"
          disabled={plan === null || !isCurrent || isWriting || !mayWrite || isNothing}
          onClick={onWrite}
        >
          {isWriting ? 'Writing …' : 'Write new session'}
        </button>
        <span className="muted">
          {!mayWrite
            ? 'This server is read-only.'
            : isNothing
              ? 'There is nothing to do.'
              : 'The original is not changed.'}
        </span>
      </p>
    </>
  )
}

/** Nothing where the model has no price. */
function CostRows({ next: { model, pricesAsOf, costs } }: Pick<PlanAnswer, 'next'>) {
  const [now, copy] = costs
  if (now?.coldUSD === null || copy?.coldUSD === null) return null
  const rule = `At the list prices of ${safeLine(model)} as of ${pricesAsOf}, without the answer`
  const rows = [
    ['Cost of the next request', 'all of it is written to the cache, as after a resume', now?.coldUSD, copy?.coldUSD],
    ['… while the cache is warm', 'all of it is read from the cache', now?.warmUSD, copy?.warmUSD],
  ] as const
  return rows.map(([name, how, before, after]) => (
    <tr key={name}>
      <th scope="row" title={`${rule}; ${how}`}>
        {name}
      </th>
      <td className="right">{price(before)}</td>
      <td className={(after ?? 0) < (before ?? 0) ? 'right strong good' : 'right'}>{price(after)}</td>
    </tr>
  ))
}

/** Small sums are worth telling apart, too. */
function price(usd: number | null | undefined): string {
  return usd !== null && usd !== undefined && usd < 1 ? `$${usd.toFixed(3)}` : money(usd)
}

function LadderView({ ladder }: { readonly ladder: NonNullable<PlanAnswer['report']['ladder']> }) {
  return (
    <table className="table ladder">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className="right">
            Takes
          </th>
          <th scope="col" className="right">
            Frees
          </th>
          <th scope="col" className="right">
            Leaves
          </th>
        </tr>
      </thead>
      <tbody>
        {ladder.map(({ step, what, items, of, freed, tokens: left }) => (
          <tr key={step} title={ownSentence(what)}>
            <th scope="row">{ownSentence(what)}</th>
            <td className="right">{items === of ? items : `${items} of ${of}`}</td>
            <td className="right">{tokens(freed)}</td>
            <td className="right">{tokens(left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FigureRow({
  name,
  before,
  after,
}: {
  readonly name: string
  readonly before: number
  readonly after: number
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="right">{figure(before)}</td>
      <td className={after < before ? 'right strong good' : 'right'}>{figure(after)}</td>
    </tr>
  )
}
