// What the model will get on resume: how full the window is, with what, message by message; and what is left out, and why.

import { useMemo, useState } from 'react'
import type { LedgerReport } from '../../../src/actions/context/index.js'
import { go, sessionAddress, useAddress, withWords } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Link } from '../link.js'
import { useLive } from '../live.js'
import { Answer } from '../parts/states.js'
import { count, figure, percent, tokens } from '../parts/units.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { ownSentence, safeLine, sentence } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { Ledger } from './ledger.js'
import { Messages } from './messages.js'
import { WindowChart } from './window-chart.js'

/** The client generations whose behaviour is known; the newest first. */
const CLIENTS = ['2.1.325', '2.0.42', '1.0.128']

export interface Chosen {
  readonly calls: ReadonlyMap<string, number>
  readonly tools: ReadonlyMap<string, number>
  readonly kinds: ReadonlyMap<string, number>
  readonly turns: ReadonlyMap<string, number>
}

const NOTHING: Chosen = { calls: new Map(), tools: new Map(), kinds: new Map(), turns: new Map() }

export default function ContextPage({ sessionKey }: { readonly sessionKey: string }) {
  const { words } = useAddress()
  const client = words.get('client') ?? ''
  const leaf = words.get('leaf') ?? ''
  const [chosen, setChosen] = useState<Chosen>(NOTHING)
  useSessionOutline(sessionKey)
  const ledger = useAsked(`${sessionKey} ${client} ${leaf}`, asking => api.ledger(sessionKey, { client, leaf }, asking))
  useLive(({ changed }) => changed.includes(sessionKey) && ledger.again())
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  const choose = (from: keyof Chosen, freed: ReadonlyMap<string, number>): void =>
    setChosen(before => {
      const next = new Map(before[from])
      const isAll = [...freed.keys()].every(name => next.has(name))
      for (const [name, tokens] of freed) {
        if (isAll) next.delete(name)
        else next.set(name, tokens)
      }
      return { ...before, [from]: next }
    })
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Context</h1>
      <div className="page-bar">
        <label>
          Client{' '}
          <select
            className="field"
            value={client}
            onChange={event => go(withWords({ client: event.target.value }), { replace: true })}
          >
            <option value="">newest known</option>
            {CLIENTS.map(version => (
              <option key={version} value={version}>
                {version}
              </option>
            ))}
          </select>
        </label>
        <ChosenBar chosen={chosen} sessionKey={sessionKey} onClear={() => setChosen(NOTHING)} />
      </div>
      <Answer asked={ledger} what="working out what is sent">
        {report => (
          <>
            <Fill report={report} />
            <WindowChart report={report} sessionKey={sessionKey} />
            <Ledger report={report} sessionKey={sessionKey} chosen={chosen} onChoose={choose} />
            <LeftOut report={report} />
            <Messages sessionKey={sessionKey} client={client} leaf={leaf} count={report.messages} />
          </>
        )}
      </Answer>
    </main>
  )
}

function ChosenBar({
  chosen,
  sessionKey,
  onClear,
}: {
  readonly chosen: Chosen
  readonly sessionKey: string
  readonly onClear: () => void
}) {
  const parts = [...chosen.calls, ...chosen.tools, ...chosen.kinds, ...chosen.turns]
  const address = useMemo(() => {
    const list = (of: ReadonlyMap<string, number>): string => [...of.keys()].join(',')
    return sessionAddress(sessionKey, 'reshape', {
      verb: 'take-out',
      calls: list(chosen.calls),
      tools: list(chosen.tools),
      kinds: list(chosen.kinds),
      turns: list(chosen.turns),
    })
  }, [chosen, sessionKey])
  if (parts.length === 0) return <p className="muted">Mark what should go, then plan a smaller copy.</p>
  const freed = parts.reduce((sum, [, one]) => sum + one, 0)
  return (
    <>
      <p role="status">
        {count(parts.length, 'contributor')} marked, about {tokens(freed)} tokens
      </p>
      <button type="button" className="button" onClick={onClear}>
        Clear
      </button>
      <Link className="button primary" href={address}>
        Plan taking out
      </Link>
    </>
  )
}

function Fill({ report }: { readonly report: LedgerReport }) {
  const { tokens: size, window, outcome, reason, resumes } = report
  const share = size.estimate / window
  return (
    <section className="fill" aria-label="Window">
      <p className="fill-words">
        <span className="figure">~{figure(size.estimate)}</span> of {figure(window)} tokens ({percent(share)}) in{' '}
        {count(report.messages, 'message')}
        <span className="muted">
          {' '}
          · ± {percent(size.error)} · {safeLine(report.model)} · client {report.client}
        </span>
      </p>
      <div className="fill-bar" role="img" aria-label={`${percent(share)} of the window`}>
        {report.kinds.map(({ kind, tokens: own }) => (
          <span
            key={kind}
            data-kind={kind}
            title={`${kind}: ${tokens(own)}`}
            style={{ width: `${Math.min(100, (own / window) * 100)}%` }}
          />
        ))}
      </div>
      <p className="muted">{ownSentence(size.method)}.</p>
      {!resumes && <p className="bad-text">Does not resume: {sentence(reason ?? '')}</p>}
      {outcome === 'compacts' && (
        <p className="warn-text">The client will compact it first: {sentence(reason ?? '')}</p>
      )}
      {outcome === 'unknown' && <p className="warn-text">{ownSentence(reason ?? '')}</p>}
    </section>
  )
}

function LeftOut({ report: { omitted } }: { readonly report: LedgerReport }) {
  if (omitted.length === 0) return null
  const byReason = new Map<string, number>()
  for (const { why, entries } of omitted) byReason.set(why, (byReason.get(why) ?? 0) + entries)
  return (
    <section aria-label="Left out">
      <h2>Left out, and why</h2>
      <table className="table">
        <tbody>
          {[...byReason]
            .toSorted(([, a], [, b]) => b - a)
            .map(([why, entries]) => (
              <tr key={why}>
                <td>{ownSentence(why)}</td>
                <td className="right">{count(entries, 'entry')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
