// The lanes beside the turns, as a git log draws them: this path is the first one; other branches leave it, dashed, pass the
// turns that began while they went on, and end in a hollow tip. Shape repeats what colour says.

import type { PathLane } from '../../../src/actions/read/index.js'

interface GutterProps {
  readonly turn: number
  /** Those that stand beside this turn. */
  readonly lanes: readonly PathLane[]
  readonly isFirst: boolean
  readonly isCompacted: boolean
  readonly isLast: boolean
  readonly isFailed: boolean
}

const PITCH = 12
const FIRST = 14
/** There is room for so many; what is beyond is counted. */
const MOST_LANES = 3

export function LaneGutter({ turn, lanes, isFirst, isCompacted, isLast, isFailed }: GutterProps) {
  const shown = lanes.filter(({ lane }) => lane <= MOST_LANES)
  const beginning = shown.filter(({ from }) => from === turn)
  const hidden = lanes.length - shown.length
  return (
    <div className="gutter" aria-hidden="true">
      <span className={`lane${isFirst ? ' first' : ''}${isLast && beginning.length === 0 ? ' end' : ''}`} />
      {shown
        .filter(({ from }) => from < turn)
        .map(({ branch, lane, to }) => (
          <span
            key={branch}
            className={`lane-beside lane-${lane + 1}${to === turn ? ' ends' : ''}`}
            style={{ left: `${FIRST + PITCH * lane - 1}px` }}
          />
        ))}
      <svg aria-hidden="true" className="lane-marks" width="56" height="28" viewBox="0 0 56 28">
        {isCompacted && <path className="lane-compaction" d="M14 2l6 6-6 6-6-6z" />}
        {!isCompacted && <circle className="lane-dot" cx="14" cy="14" r="4" />}
        {isFailed && <path className="lane-failed" d="M5 10l4 8h-8z" />}
      </svg>
      {(beginning.length > 0 || hidden > 0) && (
        <svg aria-hidden="true" className="lane-fork" width="56" height="40" viewBox="0 0 56 40">
          {beginning.map(({ branch, lane, to }) => {
            const x = FIRST + PITCH * lane
            return (
              <g key={branch} className={`lane-${lane + 1}`}>
                <path d={to === turn ? `M14 2C14 18 ${x} 10 ${x} 28` : `M14 2C14 18 ${x} 10 ${x} 40`} />
                {to === turn && <circle cx={x} cy="33" r="3" />}
              </g>
            )
          })}
          {hidden > 0 && (
            <text x="36" y="10">
              +{hidden}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}
