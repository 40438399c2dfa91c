// Where a session goes on in several ways: which there are, and what one can do with each.

import type { OutlineReport } from '../../../src/actions/read/index.js'
import { sessionAddress } from '../address.js'
import { Link } from '../link.js'
import { age, count } from '../parts/units.js'
import { useReading } from './reading.js'

export function Fork({
  fork,
  outline,
}: {
  readonly fork: OutlineReport['forks'][number]
  readonly outline: OutlineReport
}) {
  const { sessionKey } = useReading()
  const known = new Map(outline.branches.map(branch => [branch.number, branch]))
  return (
    <div className="fork">
      <p>
        {count(fork.branches.length + 1, 'continuation')}; this one is branch {outline.session.branch}
      </p>
      <ul>
        {fork.branches.map(number => {
          const branch = known.get(number)
          const leaf = number === 1 ? '' : String(number)
          const place = branch?.firstTurn ? `t${branch.firstTurn}` : ''
          return (
            <li key={number}>
              <span>
                Branch {number} · {branch ? count(branch.turns, 'turn') : ''} ·{' '}
                {branch?.state === 'active'
                  ? 'where the session resumes'
                  : branch?.state === 'detached'
                    ? 'cut off'
                    : `left ${age(branch?.lastAt)}`}
              </span>
              <Link className="button small" href={sessionAddress(sessionKey, '', { leaf }, place)}>
                Switch
              </Link>
              <Link
                className="button small"
                href={sessionAddress(sessionKey, 'reshape', { verb: 'clone', leaf: String(number) })}
              >
                Clone
              </Link>
              <Link className="button small" href={compareAddress(sessionKey, outline.session.branch, number)}>
                Compare
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** To the first of the other ways. */
export function switchAddress(key: string, fork: OutlineReport['forks'][number]): string {
  const [branch] = fork.branches
  return sessionAddress(
    key,
    '',
    { leaf: branch === 1 ? '' : String(branch) },
    fork.turn === null ? '' : `t${fork.turn}`,
  )
}

export function compareAddress(key: string, here: number, there: number): string {
  return sessionAddress(key, 'compare', { leaf: String(here), other: String(there) })
}
