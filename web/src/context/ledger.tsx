// Where the tokens go: by kind and tool, by file, by turn, and the largest single calls; each can be marked to be taken out.

import { type ReactNode, useState } from 'react'
import type { LedgerReport } from '../../../src/actions/context/index.js'
import { go, sessionAddress, useAddress, withWords } from '../address.js'
import { Link } from '../link.js'
import { count, figure, percent } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import type { Chosen } from './context-page.js'

interface LedgerProps {
  readonly report: LedgerReport
  readonly sessionKey: string
  readonly chosen: Chosen
  /** Marks them; if all are marked already, none is. */
  readonly onChoose: (from: keyof Chosen, freed: ReadonlyMap<string, number>) => void
}

const SHOWN_AT_FIRST = 10
const VIEWS = [
  ['', 'Kind'],
  ['file', 'File'],
  ['turn', 'Turn'],
] as const

export function Ledger(props: LedgerProps) {
  const by = useAddress().words.get('by') ?? ''
  return (
    <>
      <section aria-label="Ledger">
        <div className="section-head">
          <h2>Where the tokens go</h2>
          <fieldset className="chips" aria-label="By">
            {VIEWS.map(([view, label]) => (
              <button
                key={label}
                type="button"
                className="chip"
                aria-pressed={view === by}
                onClick={() => go(withWords({ by: view }), { replace: true })}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </div>
        {by === 'file' ? <ByFile {...props} /> : by === 'turn' ? <ByTurn {...props} /> : <ByKind {...props} />}
      </section>
      <Largest {...props} />
    </>
  )
}

function ByKind({ report, chosen, onChoose }: LedgerProps) {
  const [isOpen, setOpen] = useState<ReadonlySet<string>>(new Set(['tool results']))
  const toggle = (kind: string): void =>
    setOpen(before => {
      const next = new Set(before)
      if (!next.delete(kind)) next.add(kind)
      return next
    })
  return (
    <LedgerTable first="Part" second="Count">
      {report.kinds.flatMap(kind => {
        const isFixed = kind.kind === 'system prompt and tools'
        const rows = [
          <Row
            key={kind.kind}
            share={kind.share}
            tokens={kind.tokens}
            second={isFixed ? '' : figure(kind.parts)}
            take={
              kind.takeOut !== null && (
                <Take
                  label={kind.kind}
                  isChosen={chosen.kinds.has(kind.takeOut)}
                  onChange={() => onChoose('kinds', new Map([[kind.takeOut!, kind.tokens]]))}
                />
              )
            }
          >
            <span className="kind-mark" data-kind={kind.kind} />
            <KindName kind={kind} isOpen={isOpen.has(kind.kind)} onToggle={() => toggle(kind.kind)} />
          </Row>,
        ]
        if (!isOpen.has(kind.kind)) return rows
        return [
          ...rows,
          ...kind.tools.map(({ tool, tokens, share, calls }) => (
            <Row
              key={`${kind.kind} ${tool}`}
              share={share}
              tokens={tokens}
              second={figure(calls)}
              take={
                <Take
                  label={`all ${safeLine(tool)} calls`}
                  isChosen={chosen.tools.has(tool)}
                  onChange={() => onChoose('tools', new Map([[tool, tokens]]))}
                />
              }
            >
              <span className="indent">{safeLine(tool) || '(no name)'}</span>
            </Row>
          )),
        ]
      })}
    </LedgerTable>
  )
}

/** A file of the project by its name within it. */
function fromHere(target: string, cwd: string | null): string {
  return cwd !== null && target.startsWith(`${cwd}/`) ? target.slice(cwd.length + 1) : target
}

function KindName({
  kind: { kind, tools },
  isOpen,
  onToggle,
}: {
  readonly kind: LedgerReport['kinds'][number]
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  if (tools.length === 0)
    return <span>{kind === 'system prompt and tools' ? 'not in the file: system prompt and tools' : kind}</span>
  return (
    <button type="button" className="button quiet small" aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {kind}
    </button>
  )
}

function ByFile({ report, chosen, onChoose }: LedgerProps) {
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  if (report.files.length === 0) return <p className="muted">No call that is sent reads or writes a file.</p>
  return (
    <>
      <LedgerTable first="File" second="Calls">
        {report.files.slice(0, most).map(({ file, tokens, share, reads, calls }) => (
          <Row
            key={file}
            share={share}
            tokens={tokens}
            second={figure(calls.length)}
            take={
              <Take
                label={`all calls on ${safeLine(file)}`}
                isChosen={calls.every(call => chosen.calls.has(call))}
                onChange={() => onChoose('calls', new Map(calls.map(call => [call, tokens / calls.length])))}
              />
            }
          >
            <code className="target" title={safeLine(file)}>
              {safeLine(fromHere(file, report.cwd))}
            </code>
            {reads > 1 && <span className="muted"> read {reads} times</span>}
          </Row>
        ))}
      </LedgerTable>
      <MoreRows shown={most} all={report.files.length} onMore={setMost} />
      {report.moreFiles > 0 && most >= report.files.length && (
        <p className="muted">and {count(report.moreFiles, 'smaller file')}</p>
      )}
    </>
  )
}

function ByTurn({ report, sessionKey, chosen, onChoose }: LedgerProps) {
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  const { number, byKind } = report.turns
  const columns = Object.entries(byKind).filter(([kind]) => kind !== 'system prompt and tools')
  const turns = number
    .map((turn, at) => ({ turn, tokens: columns.reduce((sum, [, column]) => sum + column[at]!, 0) }))
    .toSorted((a, b) => b.tokens - a.tokens)
  return (
    <>
      <LedgerTable first="Turn, the largest first" second="">
        {turns.slice(0, most).map(({ turn, tokens }) => (
          <Row
            key={turn}
            share={tokens / Math.max(1, report.tokens.estimate)}
            tokens={tokens}
            second=""
            take={
              <Take
                label={`turn ${turn}`}
                isChosen={chosen.turns.has(String(turn))}
                onChange={() => onChoose('turns', new Map([[String(turn), tokens]]))}
              />
            }
          >
            <Link href={sessionAddress(sessionKey, '', {}, `t${turn}`)}>Turn {turn}</Link>
          </Row>
        ))}
      </LedgerTable>
      <MoreRows shown={most} all={turns.length} onMore={setMost} />
    </>
  )
}

function Largest({ report, sessionKey, chosen, onChoose }: LedgerProps) {
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  if (report.largest.length === 0) return null
  return (
    <section aria-label="Largest calls">
      <h2>Largest calls</h2>
      <LedgerTable first="Call" second="Turn">
        {report.largest.slice(0, most).map(({ call, tool, target, turn, tokens }) => (
          <Row
            key={call}
            share={tokens / Math.max(1, report.tokens.estimate)}
            tokens={tokens}
            second={
              turn !== null && <Link href={sessionAddress(sessionKey, '', { depth: 'tools' }, `t${turn}`)}>{turn}</Link>
            }
            take={
              <Take
                label={`${safeLine(tool)} in turn ${turn ?? '?'}`}
                isChosen={chosen.calls.has(call)}
                onChange={() => onChoose('calls', new Map([[call, tokens]]))}
              />
            }
          >
            <span className="strong">{safeLine(tool)}</span>{' '}
            <code className="target">{safeLine(fromHere(target, report.cwd))}</code>
          </Row>
        ))}
      </LedgerTable>
      <MoreRows shown={most} all={report.largest.length} onMore={setMost} />
    </section>
  )
}

function LedgerTable({
  first,
  second,
  children,
}: {
  readonly first: string
  readonly second: string
  readonly children: ReactNode
}) {
  return (
    <table className="table ledger">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className="right">
            {second}
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
      <tbody>{children}</tbody>
    </table>
  )
}

function Row({
  share,
  tokens,
  second,
  take,
  children,
}: {
  readonly share: number
  readonly tokens: number
  readonly second: ReactNode
  readonly take: ReactNode
  readonly children: ReactNode
}) {
  return (
    <tr>
      <th scope="row">
        <span className="share" aria-hidden="true" style={{ width: `${Math.min(1, share) * 100}%` }} />
        {children}
      </th>
      <td className="right">{second}</td>
      <td className="right">{figure(tokens)}</td>
      <td className="right">{percent(share)}</td>
      <td>{take}</td>
    </tr>
  )
}

function MoreRows({
  shown,
  all,
  onMore,
}: {
  readonly shown: number
  readonly all: number
  readonly onMore: (most: number) => void
}) {
  if (all <= shown) return null
  return (
    <button type="button" className="button small" onClick={() => onMore(shown + 20)}>
      Show more
    </button>
  )
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
