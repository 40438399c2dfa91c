// One turn: what was asked, the work folded into a line, and the answer.

import { memo, useState } from 'react'
import type { OutlineReport, ShownItem } from '../../../src/actions/read/index.js'
import { sessionAddress } from '../address.js'
import { api, type PagedTurn } from '../api.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { clock, count, dateAndTime, duration, tokens } from '../parts/units.js'
import { useAsked } from '../use-asked.js'
import { Fork } from './fork-row.js'
import { ItemView } from './item-view.js'
import { LaneGutter } from './lane-gutter.js'
import { useReading } from './reading.js'
import { placed } from './tool-view.js'
import { turnParts } from './turn-parts.js'
import type { Depth } from './turn-store.js'

interface TurnProps {
  readonly outline: OutlineReport
  readonly at: number
  readonly turn: PagedTurn | undefined
  readonly depth: Depth
  readonly isSelected: boolean
  readonly onMore: (number: number) => void
}

export const TurnView = memo(function TurnView({ outline, at, turn, depth, isSelected, onMore }: TurnProps) {
  const { pickedTurns } = useReading()
  const { turns } = outline
  const number = turns.number[at]!
  const fork = outline.forks.find(one => one.turn === number)
  const compactions = outline.compactions.filter(one => one.turn === number)
  return (
    <>
      <LaneGutter
        turn={number}
        lanes={lanesAt(outline, number)}
        isFirst={at === 0}
        isCompacted={compactions.length > 0}
        isLast={at === turns.number.length - 1}
        isFailed={turns.failed[at]! > 0}
      />
      <article
        className={`turn ${isSelected ? 'selected' : ''} ${pickedTurns.has(number) ? 'picked' : ''}`}
        aria-label={`Turn ${number}`}
      >
        <TurnHead outline={outline} at={at} turn={turn} />
        {turn ? (
          <TurnBody outline={outline} at={at} turn={turn} depth={depth} onMore={onMore} />
        ) : (
          <p className="muted blank">Turn {number}</p>
        )}
        {fork && <Fork fork={fork} outline={outline} />}
      </article>
    </>
  )
})

/** Numbers grow along a path. */
function lanesAt({ lanes }: OutlineReport, number: number): OutlineReport['lanes'] {
  return lanes.filter(({ from, to }) => from <= number && number <= to)
}

function TurnHead({
  outline,
  at,
  turn,
}: {
  readonly outline: OutlineReport
  readonly at: number
  readonly turn: PagedTurn | undefined
}) {
  const { sessionKey, leaf, pickedTurns, pickTurn } = useReading()
  const { turns } = outline
  const number = turns.number[at]!
  const [context, written, took, started] = [
    turns.contextTokens[at],
    turns.tokens[at]!,
    turns.durationMs[at],
    turns.startedAt[at],
  ]
  const iso = typeof started === 'number' ? new Date(started).toISOString() : undefined
  return (
    <header className="turn-head">
      <h2>
        <Link href={sessionAddress(sessionKey, '', { leaf }, `t${number}`)} title="Link to this turn">
          {turn?.kind === 'implicit' ? 'Work without a prompt' : `Turn ${number}`}
        </Link>
      </h2>
      {turn && turn.state !== 'finished' && (
        <span className="chip warn">{turn.state === 'open' ? 'not finished' : 'interrupted'}</span>
      )}
      <p className="facts">
        {written > 0 && <span title="Tokens that the model wrote">+{tokens(written)}</span>}
        {typeof context === 'number' && <span title="Context after this turn, as recorded">→ {tokens(context)}</span>}
        {typeof took === 'number' && took > 0 && <span>{duration(took)}</span>}
        {iso !== undefined && (
          <time dateTime={iso} title={dateAndTime(iso)}>
            {clock(iso)}
          </time>
        )}
      </p>
      <label className="pick" title="Take this turn out of a copy (x)">
        <input type="checkbox" checked={pickedTurns.has(number)} onChange={() => pickTurn(number)} />
        <span className="visually-hidden">Take out turn {number}</span>
      </label>
    </header>
  )
}

function TurnBody({
  outline,
  at,
  turn,
  depth,
  onMore,
}: {
  readonly outline: OutlineReport
  readonly at: number
  readonly turn: PagedTurn
  readonly depth: Depth
  readonly onMore: (number: number) => void
}) {
  const { turns } = outline
  const { asked, work, answer } = turnParts(turn.items)
  const [isOpen, setOpen] = useState(false)
  const [calls, failed, took] = [turns.calls[at]!, turns.failed[at]!, turns.durationMs[at]]
  const isFolded = depth === 'prompts' || depth === 'answers'
  const summary = [
    ...(calls > 0 ? [count(calls, 'tool call')] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...Object.entries(turn.leftOut.what)
      .filter(([what]) => what === 'thinking')
      .map(([, n]) => `${n} thinking`),
    ...(calls > 0 && typeof took === 'number' ? [duration(took)] : []),
  ].join(', ')
  const hidden = turn.allItems - turn.firstItem - turn.items.length
  return (
    <>
      <Items list={asked} turn={turn.number} />
      {isFolded && calls > 0 && depth !== 'prompts' && (
        <button type="button" className="work-summary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {summary}
        </button>
      )}
      {isFolded && isOpen && <Work number={turn.number} />}
      {work.length > 0 && (
        <div className="work">
          <Items list={work} turn={turn.number} />
        </div>
      )}
      {hidden > 0 && (
        <button type="button" className="button small" onClick={() => onMore(turn.number)}>
          Show {Math.min(hidden, 120)} more of {hidden} items
        </button>
      )}
      <Items list={answer} turn={turn.number} />
    </>
  )
}

function Items({ list, turn }: { readonly list: readonly ShownItem[]; readonly turn: number }) {
  return placed(list).map(({ one, place }) => <ItemView key={`${one.kind} ${place}`} item={one} turn={turn} />)
}

const AT_ONCE = 120

/** The work of one turn, page by page, where the rest of the session is shown without it. */
function Work({ number }: { readonly number: number }) {
  const { sessionKey, leaf } = useReading()
  const [firsts, setFirsts] = useState<readonly number[]>([0])
  return (
    <div className="work">
      {firsts.map(first => (
        <WorkPage
          key={first}
          name={`${sessionKey} ${leaf} ${number} ${first}`}
          number={number}
          first={first}
          {...(first === firsts.at(-1) ? { onMore: () => setFirsts([...firsts, first + AT_ONCE]) } : {})}
        />
      ))}
    </div>
  )
}

function WorkPage({
  name,
  number,
  first,
  onMore,
}: {
  readonly name: string
  readonly number: number
  readonly first: number
  readonly onMore?: () => void
}) {
  const { sessionKey, leaf } = useReading()
  const asked = useAsked(name, asking =>
    api.turns(sessionKey, { numbers: number, depth: 'tools', leaf, item: first }, { signal: asking.signal }),
  )
  return (
    <Answer asked={asked}>
      {({ turns: [turn] }) => {
        if (!turn) return null
        // The prompt and the answer stand around it already.
        const { asked: before, work, answer } = turnParts(turn.items)
        const isEnd = first + turn.items.length >= turn.allItems
        const shown = first === 0 ? [...work, ...(isEnd ? [] : answer)] : [...before, ...work, ...(isEnd ? [] : answer)]
        const hidden = turn.allItems - first - turn.items.length
        return (
          <>
            <Items list={shown} turn={number} />
            {hidden > 0 && onMore && (
              <button type="button" className="button small" onClick={onMore}>
                Show {Math.min(hidden, AT_ONCE)} more of {hidden} items
              </button>
            )}
          </>
        )
      }}
    </Answer>
  )
}
