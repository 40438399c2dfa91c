// Where a session came from and what was made of it, drawn as a line that branches.

import { sessionAddress } from '../address.js'
import type { KeyedLineageRow, LineageAnswer } from '../api.js'
import { Link } from '../link.js'
import { safeLine } from '../text/safe-text.js'

export function LineageView({ lineage: { session, ancestors, descendants } }: Pick<LineageAnswer, 'lineage'>) {
  if (ancestors.length === 0 && descendants.length === 0) return null
  const up = ancestors.toReversed()
  return (
    <section aria-label="Lineage">
      <h2>Lineage</h2>
      <ul className="lineage">
        {up.map((row, at) => (
          <Step key={row.receipt} row={row} depth={at} verb={up[at - 1]?.verb} />
        ))}
        <li className="lineage-step here" style={{ marginLeft: `${up.length * INDENT}px` }}>
          <span className="lineage-dot" aria-hidden="true" />
          {up.length > 0 && <span className="strong">{safeLine(up.at(-1)!.verb)}</span>}
          <span>{session.slice(0, 8)}</span> <span className="chip">this session</span>
        </li>
        {inOrder(descendants, session).map(row => (
          <Step key={row.receipt} row={row} depth={up.length + row.distance} verb={row.verb} />
        ))}
      </ul>
    </section>
  )
}

const INDENT = 20

/** A receipt of an ancestor says what was made of it; so what made it stands in the one before. */
function Step({
  row: { id, key, undone, exists },
  depth,
  verb,
}: {
  readonly row: KeyedLineageRow
  readonly depth: number
  readonly verb: string | undefined
}) {
  return (
    <li className={undone ? 'lineage-step undone' : 'lineage-step'} style={{ marginLeft: `${depth * INDENT}px` }}>
      <span className="lineage-dot" aria-hidden="true" />
      {verb !== undefined && <span className="strong">{safeLine(verb)}</span>}
      {key === null ? (
        <span className="muted">{safeLine(id.slice(0, 8))}</span>
      ) : (
        <Link href={sessionAddress(key)}>{safeLine(id.slice(0, 8))}</Link>
      )}
      {undone ? <span className="muted">undone</span> : !exists && <span className="muted">no longer there</span>}
    </li>
  )
}

/** Each below what it was made from. */
function inOrder(rows: readonly KeyedLineageRow[], from: string): readonly KeyedLineageRow[] {
  return rows.filter(row => row.from === from).flatMap(row => [row, ...inOrder(rows, row.id)])
}
