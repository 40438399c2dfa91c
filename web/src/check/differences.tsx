// What differs between two histories, one block beside the other, page by page. What is the same is folded, and can be read.

import { useState } from 'react'
import type { PagedBlock, ShownChange, SideBySideReport } from '../../../src/actions/context/index.js'
import { type Asking, api } from '../api.js'
import { MessageList } from '../context/messages.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { count, figure } from '../parts/units.js'
import { More, placed } from '../session/tool-view.js'
import { safe, safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

interface Compared {
  readonly askMore: (from: number, asking: Asking) => Promise<SideBySideReport>
  /** Where a line is read; a side that is not written yet has no place to go to. */
  readonly addressA: (line: string) => string
  readonly addressB: ((line: string) => string) | undefined
  readonly kinds: KindWords
  /** The history on the left, which what is the same is read in. */
  readonly sameIn: { readonly sessionKey: string; readonly leaf: string }
}

export function Differences({
  first,
  names: [here, there],
  ...compared
}: Compared & { readonly first: SideBySideReport; readonly names: readonly [string, string] }) {
  const { differences, changes } = first
  return (
    <section aria-label="Differences">
      <h2>{differences === 0 ? 'No difference' : count(differences, 'difference')}</h2>
      {differences > 0 && (
        <div className="sides sides-head" aria-hidden="true">
          <span>{safeLine(here)}</span>
          <span>{safeLine(there)}</span>
        </div>
      )}
      <Changes report={first} after={-1} compared={compared} />
      {differences > changes.length && (
        <MoreChanges from={changes.length} all={differences} after={lastMessage(first, -1)} compared={compared} />
      )}
    </section>
  )
}

/** A page of them for each press. */
function MoreChanges({
  from,
  all,
  after,
  compared,
}: {
  readonly from: number
  readonly all: number
  readonly after: number
  readonly compared: Compared
}) {
  const [isAsked, setAsked] = useState(false)
  const asked = useAsked(isAsked ? `${from}` : undefined, asking => compared.askMore(from, asking))
  if (!isAsked)
    return (
      <button type="button" className="button small" onClick={() => setAsked(true)}>
        Show more of {count(all - from, 'difference')}
      </button>
    )
  return (
    <Answer asked={asked} what="comparing">
      {report => (
        <>
          <Changes report={report} after={after} compared={compared} />
          {all > from + report.changes.length && (
            <MoreChanges
              from={from + report.changes.length}
              all={all}
              after={lastMessage(report, after)}
              compared={compared}
            />
          )}
        </>
      )}
    </Answer>
  )
}

/** The message on the left that the last difference of a page is in, or the one before it. */
function lastMessage({ changes }: SideBySideReport, before: number): number {
  return changes.findLast(change => change.a !== null)?.a?.message ?? before
}

type KindWords = Readonly<Record<ShownChange['kind'], string>>

/** Of two that are there. */
export const BESIDE: KindWords = {
  removed: 'only left',
  added: 'only right',
  shortened: 'shorter on the right',
  lengthened: 'longer on the right',
  changed: 'different',
}

/** `after` is the message on the left before which everything was shown. */
function Changes({
  report: { changes, from, differences, sameBehind, a },
  after,
  compared,
}: {
  readonly report: SideBySideReport
  readonly after: number
  readonly compared: Compared
}) {
  const { addressA, addressB, kinds, sameIn } = compared
  let last = after
  return (
    <ol className="changes">
      {placed(changes).map(({ one: change, place }, at) => {
        const first = last
        last = change.a?.message ?? last
        return (
          <li key={place} className="change">
            <Same blocks={change.sameBefore} from={first} to={endOfSame(changes, at, a.messages)} sameIn={sameIn} />
            <p className="muted">
              {change.role} {safeLine(change.type.replaceAll('_', ' '))} · {kinds[change.kind]} ·{' '}
              {change.tokens > 0 ? '+' : ''}
              {figure(change.tokens)} tokens
            </p>
            <div className="sides">
              <Side block={change.before} against={change.after} mark="del" place={change.a} address={addressA} />
              <Side block={change.after} against={change.before} mark="add" place={change.b} address={addressB} />
            </div>
          </li>
        )
      })}
      {from + changes.length === differences && sameBehind > 0 && (
        <li className="change">
          <Same blocks={sameBehind} from={last} to={a.messages} sameIn={sameIn} />
        </li>
      )}
    </ol>
  )
}

/** Behind the messages, as they are on the left, that blocks before this change are in: also the one that it is in. */
function endOfSame(changes: readonly ShownChange[], at: number, all: number): number {
  const next = changes.slice(at).find(change => change.a !== null)?.a
  if (!next) return all
  return next.block > 0 ? next.message + 1 : next.message
}

/** Blocks that are the same: folded, until somebody wants to read the messages that they are in. */
function Same({
  blocks,
  from,
  to,
  sameIn,
}: {
  readonly blocks: number
  readonly from: number
  readonly to: number
  readonly sameIn: Compared['sameIn']
}) {
  const [isOpen, setOpen] = useState(false)
  if (blocks === 0) return null
  return (
    <div className="same-run">
      <button type="button" className="same-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count(blocks, 'block')} the same
      </button>
      {isOpen && <SameMessages from={Math.max(0, from)} to={Math.max(from + 1, to)} sameIn={sameIn} />}
    </div>
  )
}

const AT_ONCE = 20

function SameMessages({
  from,
  to,
  sameIn: { sessionKey, leaf },
}: {
  readonly from: number
  readonly to: number
  readonly sameIn: Compared['sameIn']
}) {
  const end = Math.min(to, from + AT_ONCE)
  const [isMore, setMore] = useState(false)
  const asked = useAsked(`${from} ${end}`, asking =>
    api.context(sessionKey, { leaf, from, to: end }, { signal: asking.signal }),
  )
  return (
    <Answer asked={asked}>
      {({ page }) => (
        <>
          <MessageList messages={page} />
          {end < to &&
            (isMore ? (
              <SameMessages from={end} to={to} sameIn={{ sessionKey, leaf }} />
            ) : (
              <button type="button" className="button small" onClick={() => setMore(true)}>
                Show more of {count(to - end, 'message')}
              </button>
            ))}
        </>
      )}
    </Answer>
  )
}

function Side({
  block,
  against,
  mark,
  place,
  address,
}: {
  readonly block: PagedBlock | null
  readonly against: PagedBlock | null
  readonly mark: 'add' | 'del'
  readonly place: ShownChange['a']
  readonly address: ((line: string) => string) | undefined
}) {
  if (block === null || place === null) return <div className="diff-side none">–</div>
  const same = new Set(against?.text.text.split('\n'))
  return (
    <div className="diff-side">
      <p className="muted">
        {block.name !== null && <span className="strong">{safeLine(block.name)} </span>}
        {place.line === null ? (
          'written by the client'
        ) : address === undefined ? (
          `line ${place.line}`
        ) : (
          <Link href={address(String(place.line))}>line {place.line}</Link>
        )}
      </p>
      <pre className="code" tabIndex={0}>
        {placed(block.text.text.split('\n')).map(({ one: line, place: at }) => (
          <span key={at} className={against !== null && same.has(line) ? undefined : mark}>
            {safe(line)}
            {'\n'}
          </span>
        ))}
      </pre>
      <More lines={block.text.moreLines} characters={block.text.moreCharacters} />
    </div>
  )
}
