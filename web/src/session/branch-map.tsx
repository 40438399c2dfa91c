// All branches of a session at once, drawn as a git log: in file order, each in its lane, turn by turn.

import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { DrawnGraphNode, GraphReport } from '../../../src/actions/read/index.js'
import { sessionAddress } from '../address.js'
import { api } from '../api.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { count } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { useReading } from './reading.js'

const ROW = 26
const PITCH = 12
const MOST_LANES = 8

export function BranchMap() {
  const { sessionKey } = useReading()
  const graph = useAsked(`graph ${sessionKey}`, asking => api.graph(sessionKey, asking))
  return <Answer asked={graph}>{report => <Drawn report={report} />}</Answer>
}

function Drawn({ report }: { readonly report: GraphReport }) {
  const box = useRef<HTMLDivElement>(null)
  const { nodes, lanes } = report
  const wide = useMemo(
    () =>
      Math.min(
        MOST_LANES,
        lanes.reduce((most, { number }) => Math.max(most, number + 1), 1),
      ) *
        PITCH +
      8,
    [lanes],
  )
  const rows = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  return (
    <>
      <p className="muted map-scope">
        {count(lanes.length, 'branch', 'branches')}, {count(report.turns, 'turn')}, the oldest first
      </p>
      <div className="branch-map" ref={box}>
        <ul style={{ height: rows.getTotalSize(), position: 'relative' }} aria-label="Branches">
          {rows.getVirtualItems().map(row => (
            <li key={row.key} className="map-row" style={{ transform: `translateY(${row.start}px)` }}>
              <Lanes report={report} at={row.index} wide={wide} />
              <MapLabel node={nodes[row.index]!} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** Every branch that goes on at this row, and what stands there. */
function Lanes({ report, at, wide }: { readonly report: GraphReport; readonly at: number; readonly wide: number }) {
  const node = report.nodes[at]!
  const here = report.lanes.filter(
    ({ number, rows: [from, to] }) => from <= node.row && node.row <= to && number < MOST_LANES,
  )
  const x = (lane: number): number => 7 + lane * PITCH
  return (
    <svg aria-hidden="true" className="map-lanes" width={wide} height={ROW} viewBox={`0 0 ${wide} ${ROW}`}>
      {here.map(({ number, branch, state, rows: [from, to] }) => {
        const isFirst = from === node.row
        const isOwn = node.branch === branch
        const shape =
          isFirst && !isOwn ? `M${x(node.lane)} 13C${x(node.lane)} 22 ${x(number)} 18 ${x(number)} ${ROW}` : ''
        const line = `M${x(number)} ${isFirst ? 13 : 0}V${to === node.row ? 13 : ROW}`
        return (
          <path
            key={branch}
            className={`map-lane lane-${(number % 4) + 1}`}
            strokeDasharray={state === 'active' ? undefined : '4 3'}
            d={shape === '' ? line : shape}
          />
        )
      })}
      {node.lane < MOST_LANES && <Mark node={node} x={x(node.lane)} />}
    </svg>
  )
}

function Mark({ node, x }: { readonly node: DrawnGraphNode; readonly x: number }) {
  const lane = `lane-${(node.lane % 4) + 1}`
  if (node.kind === 'compaction') return <path className="lane-compaction" d={`M${x} 7l6 6-6 6-6-6z`} />
  if (node.kind === 'cut') return <path className="lane-failed" d={`M${x} 8l5 9h-10z`} />
  const isHollow = node.kind !== 'turn' || node.branch !== 1
  return (
    <circle
      className={`map-dot ${lane}${isHollow ? ' hollow' : ''}`}
      cx={x}
      cy="13"
      r={node.kind === 'turn' ? 4 : 2.5}
    />
  )
}

function MapLabel({ node }: { readonly node: DrawnGraphNode }) {
  const { sessionKey } = useReading()
  const label = safeLine(node.label)
  if (node.kind !== 'turn') return <span className="ellipsis muted">{label}</span>
  const leaf = node.branch === 1 ? '' : String(node.branch)
  return (
    <Link className="ellipsis" href={sessionAddress(sessionKey, '', { leaf }, `t${node.turn}`)} title={label}>
      <span className="muted">{node.turn}</span> {label}
    </Link>
  )
}
