import { memo } from 'react'
import { sessionAddress } from '../address.js'
import type { ListedCard, ListedFigures } from '../api.js'
import { Link } from '../link.js'
import { Bar } from '../parts/bar.js'
import { age, bytes, count, money, projectName, tokens } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'

interface RowProps {
  readonly card: ListedCard
  /** They come after the list. */
  readonly figures: ListedFigures | undefined
  readonly index: number
  readonly top: number
  readonly isSelected: boolean
  readonly onFocus: () => void
}

/** Two lines: what it is called, and where it stands. */
export const SessionRow = memo(function SessionRow({ card, figures, index, top, isSelected, onFocus }: RowProps) {
  const { contextTokens, contextWindow } = card
  const share = contextTokens === null || contextWindow === null ? undefined : contextTokens / contextWindow
  return (
    <li
      className="session-row"
      data-index={index}
      style={{ transform: `translateY(${top}px)` }}
      {...(isSelected ? { 'aria-current': 'true' as const } : {})}
    >
      <Link className="row-link" href={sessionAddress(card.key)} tabIndex={isSelected ? 0 : -1} onFocus={onFocus}>
        <span className="title ellipsis">{safeLine(card.title ?? '') || 'Untitled session'}</span>
        <span className="facts">
          {card.machine !== undefined && <span className="nowrap">{safeLine(card.machine)}</span>}
          <span className="ellipsis project">{safeLine(projectName(card.project))}</span>
          {card.gitBranch && <span className="ellipsis branch wide-only">{safeLine(card.gitBranch)}</span>}
          <span className="nowrap">{age(card.updatedAt)}</span>
          {card.madeFrom !== null && (
            <span className="chip wide-only">made from {safeLine(card.madeFrom.slice(0, 8))}</span>
          )}
          {!card.resumable && <span className="chip warn">does not resume</span>}
          {figures && <Health figures={figures} />}
          <span className="columns">
            <span className="wide-only">{typeof figures?.turns === 'number' ? count(figures.turns, 'turn') : ''}</span>
            <span className="wide-only">{bytes(card.bytes)}</span>
            <span>
              {share !== undefined && (
                <>
                  <Bar share={share} label={`context ${tokens(contextTokens!)} of ${tokens(contextWindow!)} tokens`} />{' '}
                  <span className="size">{tokens(contextTokens!)}</span>
                </>
              )}
            </span>
            <span title={figures && costTitle(figures)}>{figures && costWords(figures)}</span>
          </span>
        </span>
      </Link>
    </li>
  )
})

function costWords({ costUSD, unpriced }: ListedFigures): string {
  return costUSD === null ? '' : `${unpriced > 0 ? '≥ ' : ''}${money(costUSD)}`
}

function costTitle({ unpriced }: ListedFigures): string {
  return unpriced === 0 ? 'Cost at list prices' : `Cost at list prices, without ${count(unpriced, 'unpriced message')}`
}

/** Nothing where there is nothing to say. */
function Health({ figures: { running, damagedLines, compactions, problem } }: { readonly figures: ListedFigures }) {
  return (
    <>
      {running && <span className="chip live">running</span>}
      {problem !== null && (
        <span className="chip bad" title={safeLine(problem)}>
          cannot be read
        </span>
      )}
      {damagedLines ? <span className="chip bad">{damagedLines} damaged</span> : null}
      {compactions ? <span className="chip wide-only">{count(compactions, 'compaction')}</span> : null}
    </>
  )
}
