// Where the tokens go: by kind and tool, and the largest single calls; each can be marked to be taken out.

import { useState } from 'react'
import type { LedgerReport } from '../../../src/actions/context/index.js'
import { sessionAddress } from '../address.js'
import { Link } from '../link.js'
import { figure, percent } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import type { Chosen } from './context-page.js'

interface LedgerProps {
  readonly report: LedgerReport
  readonly sessionKey: string
  readonly chosen: Chosen
  readonly onChoose: (from: keyof Chosen, name: string, freed: number) => void
}

const SHOWN_AT_FIRST = 10

export function Ledger({ report, sessionKey, chosen, onChoose }: LedgerProps) {
  const [isOpen, setOpen] = useState<ReadonlySet<string>>(new Set(['tool results']))
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  const toggle = (kind: string): void =>
    setOpen(before => {
      const next = new Set(before)
      if (!next.delete(kind)) next.add(kind)
      return next
    })
  return (
    <>
      <section aria-label="Ledger">
        <h2>Where the tokens go</h2>
        <table className="table ledger">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" className="right">
                Count
              </th>
              <th scope="col" className="right">
                ~ Tokens
              </th>
              <th scope="col" className="right">
                Share
              </th>
              <th scope="col">Take out</th>
            </tr>
          </thead>
          <tbody>
            {report.kinds.flatMap(kind => {
              const isFixed = kind.kind === 'system prompt and tools'
              const rows = [
                <tr key={kind.kind}>
                  <th scope="row">
                    <ShareBar share={kind.share} />
                    <span className="kind-mark" data-kind={kind.kind} />
                    {kind.tools.length > 0 ? (
                      <button
                        type="button"
                        className="button quiet small"
                        aria-expanded={isOpen.has(kind.kind)}
                        onClick={() => toggle(kind.kind)}
                      >
                        <span aria-hidden="true">{isOpen.has(kind.kind) ? '▾' : '▸'}</span> {kind.kind}
                      </button>
                    ) : (
                      <span>{isFixed ? 'not in the file: system prompt and tools' : kind.kind}</span>
                    )}
                  </th>
                  <td className="right">{isFixed ? '' : figure(kind.parts)}</td>
                  <td className="right">{figure(kind.tokens)}</td>
                  <td className="right">{percent(kind.share)}</td>
                  <td>
                    {kind.takeOut !== null && (
                      <Take
                        label={kind.kind}
                        isChosen={chosen.kinds.has(kind.takeOut)}
                        onChange={() => onChoose('kinds', kind.takeOut!, kind.tokens)}
                      />
                    )}
                  </td>
                </tr>,
              ]
              if (!isOpen.has(kind.kind)) return rows
              return [
                ...rows,
                ...kind.tools.map(({ tool, tokens, share, calls }) => (
                  <tr key={`${kind.kind} ${tool}`} className="inner">
                    <th scope="row">
                      <ShareBar share={share} />
                      <span className="indent">{safeLine(tool) || '(no name)'}</span>
                    </th>
                    <td className="right">{figure(calls)}</td>
                    <td className="right">{figure(tokens)}</td>
                    <td className="right">{percent(share)}</td>
                    <td>
                      <Take
                        label={`all ${safeLine(tool)} calls`}
                        isChosen={chosen.tools.has(tool)}
                        onChange={() => onChoose('tools', tool, tokens)}
                      />
                    </td>
                  </tr>
                )),
              ]
            })}
          </tbody>
        </table>
      </section>
      {report.largest.length > 0 && (
        <section aria-label="Largest calls">
          <h2>Largest calls</h2>
          <table className="table ledger">
            <thead>
              <tr>
                <th scope="col">Call</th>
                <th scope="col" className="right">
                  Turn
                </th>
                <th scope="col" className="right">
                  ~ Tokens
                </th>
                <th scope="col">Take out</th>
              </tr>
            </thead>
            <tbody>
              {report.largest.slice(0, most).map(({ call, tool, target, turn, tokens }) => (
                <tr key={call}>
                  <th scope="row">
                    <ShareBar share={tokens / Math.max(1, report.tokens.estimate)} />
                    <span className="strong">{safeLine(tool)}</span> <code className="target">{safeLine(target)}</code>
                  </th>
                  <td className="right">
                    {turn !== null && (
                      <Link href={sessionAddress(sessionKey, '', { depth: 'tools' }, `t${turn}`)}>{turn}</Link>
                    )}
                  </td>
                  <td className="right">{figure(tokens)}</td>
                  <td>
                    <Take
                      label={`${safeLine(tool)} in turn ${turn ?? '?'}`}
                      isChosen={chosen.calls.has(call)}
                      onChange={() => onChoose('calls', call, tokens)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {report.largest.length > most && (
            <button type="button" className="button small" onClick={() => setMost(most + 20)}>
              Show more
            </button>
          )}
        </section>
      )}
    </>
  )
}

function ShareBar({ share }: { readonly share: number }) {
  return <span className="share" aria-hidden="true" style={{ width: `${Math.min(1, share) * 100}%` }} />
}

function Take({
  label,
  isChosen,
  onChange,
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: () => void
}) {
  return (
    <label className="take">
      <input type="checkbox" checked={isChosen} onChange={onChange} />
      <span className="visually-hidden">Take out {label}</span>
    </label>
  )
}
