// What was used: by day, project, model, session or tool; every figure can be followed to the messages behind it.

import { useEffect, useMemo, useState } from 'react'
import type { ToolRow, UsageReport, UsageReportName, UsageRow } from '../../../src/actions/usage/index.js'
import { go, isTeam, sessionAddress, useAddress, withWords } from '../address.js'
import { api } from '../api.js'
import { Link } from '../link.js'
import { Answer, PartOnly } from '../parts/states.js'
import { count, dateAndTime, figure, money, tokens } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { isOfTime, UsageChart } from './usage-chart.js'

const REPORTS: readonly (readonly [UsageReportName, string])[] = [
  ['daily', 'Day'],
  ['weekly', 'Week'],
  ['monthly', 'Month'],
  ['project', 'Project'],
  ['model', 'Model'],
  ['session', 'Session'],
  ['tool', 'Tool'],
  ['blocks', 'Five hours'],
]
/** By tool it is an estimate from the files, which a store has not. */
const SHOWN = isTeam ? REPORTS.filter(([name]) => name !== 'tool') : REPORTS

const SPANS = [
  ['', 'All time'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
] as const

export default function UsagePage() {
  const { words } = useAddress()
  const report = SHOWN.find(([name]) => name === words.get('by'))?.[0] ?? 'daily'
  const since = words.get('since') ?? ''
  const [explained, setExplained] = useState<string>()
  const usage = useAsked(`${report} ${since}`, asking => api.usage(report, { since }, asking))
  useEffect(() => {
    document.title = 'Usage · rethread'
  }, [])
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Usage</h1>
      <div className="page-bar">
        <fieldset className="chips" aria-label="By">
          {SHOWN.map(([name, label]) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === report}
              onClick={() => {
                setExplained(undefined)
                go(withWords({ by: name === 'daily' ? '' : name }), { replace: true })
              }}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <fieldset className="chips" aria-label="Time">
          {SPANS.map(([span, label]) => (
            <button
              key={label}
              type="button"
              className="chip"
              aria-pressed={span === since}
              onClick={() => go(withWords({ since: span }), { replace: true })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <Answer asked={usage} what="counting">
        {value => (
          <>
            <PartOnly partial={value.partial} />
            <Totals report={value} />
            {value.report !== 'tool' && isOfTime(value.report) && (
              <UsageChart report={value.report} rows={value.rows} />
            )}
            {value.report === 'tool' ? (
              <Tools rows={value.rows} />
            ) : (
              <Rows rows={value.rows} report={value.report} explained={explained} onExplain={setExplained} />
            )}
            {explained !== undefined && value.report !== 'tool' && (
              <Explained report={value.report} since={since} name={explained} />
            )}
            <Notes report={value} />
          </>
        )}
      </Answer>
    </main>
  )
}

function Totals({ report: { totals } }: { readonly report: UsageReport }) {
  const facts = [
    ['Cost at list prices', money(totals.costUSD)],
    ['Messages', figure(totals.messages)],
    ['Input', tokens(totals.inputTokens)],
    ['Output', tokens(totals.outputTokens)],
    ['Cache read', tokens(totals.cacheReadTokens)],
    ['Cache write', tokens(totals.cacheWrite5mTokens + totals.cacheWrite1hTokens)],
  ] as const
  return (
    <dl className="totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({
  rows,
  report,
  explained,
  onExplain,
}: {
  readonly rows: readonly UsageRow[]
  readonly report: UsageReportName
  readonly explained: string | undefined
  readonly onExplain: (key: string | undefined) => void
}) {
  const most = rows.reduce((largest, row) => Math.max(largest, row.totalTokens), 1)
  const isTime = isOfTime(report)
  const shown = isTime ? rows.toReversed() : rows
  const titles = useTitles(report === 'session')
  if (rows.length === 0) return <p className="notice">Nothing was logged in this time.</p>
  return (
    <table className="table usage">
      <thead>
        <tr>
          <th scope="col">{isTime ? 'Time' : 'Name'}</th>
          <th scope="col" className="right">
            Messages
          </th>
          <th scope="col" className="right">
            Input
          </th>
          <th scope="col" className="right">
            Output
          </th>
          <th scope="col" className="right">
            Cache read
          </th>
          <th scope="col" className="right">
            Cache write
          </th>
          <th scope="col" className="right">
            Cost
          </th>
          <th scope="col">Explain</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(row => (
          <tr key={row.key}>
            <th scope="row">
              <span className="share" aria-hidden="true" style={{ width: `${(row.totalTokens / most) * 100}%` }} />
              {report === 'session' ? (
                <Link className="ellipsis" href={sessionAddress(row.key)} title={safeLine(row.key)}>
                  {safeLine(titles.get(row.key) ?? '') || row.key.slice(0, 8)}
                </Link>
              ) : (
                <span className="ellipsis">{timeOrName(row.key, report)}</span>
              )}
            </th>
            <td className="right">{figure(row.messages)}</td>
            <td className="right">{tokens(row.inputTokens)}</td>
            <td className="right">{tokens(row.outputTokens)}</td>
            <td className="right">{tokens(row.cacheReadTokens)}</td>
            <td className="right">{tokens(row.cacheWrite5mTokens + row.cacheWrite1hTokens)}</td>
            <td className="right">{row.unpriced > 0 && row.costUSD === 0 ? 'no price' : money(row.costUSD)}</td>
            <td>
              <button
                type="button"
                className="button quiet small"
                aria-pressed={explained === row.key}
                onClick={() => onExplain(explained === row.key ? undefined : row.key)}
              >
                Why
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Tools({ rows }: { readonly rows: readonly ToolRow[] }) {
  const most = rows.reduce((largest, row) => Math.max(largest, row.callTokens + row.resultTokens), 1)
  return (
    <table className="table usage">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col" className="right">
            Calls
          </th>
          <th scope="col" className="right">
            ~ Tokens of calls
          </th>
          <th scope="col" className="right">
            ~ Tokens of results
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.key}>
            <th scope="row">
              <span
                className="share"
                aria-hidden="true"
                style={{ width: `${((row.callTokens + row.resultTokens) / most) * 100}%` }}
              />
              <span className="ellipsis">{safeLine(row.key)}</span>
            </th>
            <td className="right">{figure(row.calls)}</td>
            <td className="right">{tokens(row.callTokens)}</td>
            <td className="right">{tokens(row.resultTokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A block by when it began; all others by their names. */
function timeOrName(key: string, report: UsageReportName): string {
  return (report === 'blocks' && dateAndTime(key)) || safeLine(key)
}

function useTitles(isWanted: boolean): ReadonlyMap<string, string | null> {
  const asked = useAsked(isWanted ? 'titles' : undefined, asking => api.sessions({}, { signal: asking.signal }))
  return useMemo(() => new Map(asked.value?.sessions.map(({ id, title }) => [id, title]) ?? []), [asked.value])
}

const MOST = 100

function Explained({
  report,
  since,
  name,
}: {
  readonly report: UsageReportName
  readonly since: string
  readonly name: string
}) {
  const asked = useAsked(`${report} ${since} ${name}`, asking => api.usage(report, { since, explain: name }, asking))
  return (
    <section aria-label="Explained">
      <h2>Messages behind {safeLine(name)}</h2>
      <Answer asked={asked} what="looking up the messages">
        {({ explained }) => (
          <>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Session</th>
                  <th scope="col" className="right">
                    Line
                  </th>
                  <th scope="col">Figures</th>
                  <th scope="col">Not counted</th>
                </tr>
              </thead>
              <tbody>
                {explained?.messages.slice(0, MOST).map(message => (
                  <tr key={`${message.path} ${message.line}`}>
                    <td className="nowrap">{dateAndTime(message.time)}</td>
                    <td title={safeLine(message.path)}>
                      <Link href={sessionAddress(message.session)}>{safeLine(message.session.slice(0, 8))}</Link>
                    </td>
                    <td className="right">
                      <Link href={sessionAddress(message.session, '', { line: String(message.line) })}>
                        {message.line}
                      </Link>
                    </td>
                    <td>{message.isFinal ? 'final' : 'not final'}</td>
                    <td className="muted">
                      {message.notCounted.length === 0 ? '' : count(message.notCounted.length, 'copy', 'copies')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {explained && explained.messages.length > MOST && (
              <p className="muted">and {figure(explained.messages.length - MOST)} more</p>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}

function Notes({ report: { notes, prices, timezone } }: { readonly report: UsageReport }) {
  const unpriced = Object.keys(notes.unpriced)
  return (
    <p className="muted">
      Logged tokens, each message once; not an invoice. Prices as of {prices.asOf}; days in {timezone}.
      {notes.unfinished > 0 && ` ${count(notes.unfinished, 'message')} without a final figure.`}
      {unpriced.length > 0 && ` No price known: ${unpriced.map(safeLine).join(', ')}.`}
      {notes.damaged > 0 && ` ${count(notes.damaged, 'line')} could not be read.`}
    </p>
  )
}
