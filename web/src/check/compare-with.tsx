// What a session is compared with: a branch of it, one that it was made from or that was made from it, or any other.

import type { OutlineReport } from '../../../src/actions/read/index.js'
import { go, sessionAddress } from '../address.js'
import { api } from '../api.js'
import { age, count } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

const MOST_OTHERS = 100

export function CompareWith({
  sessionKey,
  outline,
  other,
  leafOfOther,
}: {
  readonly sessionKey: string
  readonly outline: OutlineReport | undefined
  readonly other: string
  readonly leafOfOther: string
}) {
  const related = useAsked(`lineage ${sessionKey}`, asking => api.lineage(sessionKey, { signal: asking.signal }))
  const newest = useAsked('newest', asking => api.sessions({ limit: MOST_OTHERS }, { signal: asking.signal }))
  const branches = outline?.branches.filter(({ number }) => number !== 1) ?? []
  const { ancestors, descendants } = related.value?.lineage ?? { ancestors: [], descendants: [] }
  const relatives = [
    ...ancestors.map(row => ({ key: row.key, words: `made from ${row.id.slice(0, 8)}` })),
    ...descendants.map(row => ({ key: row.key, words: `copy ${row.id.slice(0, 8)}` })),
  ].filter(one => one.key !== null)
  const known = new Set([sessionKey, ...relatives.map(one => one.key)])
  const others = (newest.value?.sessions ?? []).filter(card => !known.has(card.key))
  const value = other !== '' ? `session ${other}` : leafOfOther !== '' ? `branch ${leafOfOther}` : ''
  const isListed = value.startsWith('branch')
    ? branches.some(({ number }) => String(number) === leafOfOther)
    : known.has(other) || others.some(({ key }) => key === other)
  const choose = (word: string): void => {
    const [kind, name = ''] = word.split(' ')
    const words = kind === 'branch' ? { leaf: '1', other: name } : kind === 'session' ? { with: name } : {}
    go(sessionAddress(sessionKey, 'compare', words as Record<string, string>), { replace: true })
  }
  return (
    <label>
      Compare with{' '}
      <select className="field compare-field" value={value} onChange={event => choose(event.target.value)}>
        <option value="">choose …</option>
        {value !== '' && !isListed && <option value={value}>{safeLine(other || `branch ${leafOfOther}`)}</option>}
        {branches.length > 0 && (
          <optgroup label="Branches of this session">
            {branches.map(({ number, turns }) => (
              <option key={number} value={`branch ${number}`}>
                branch {number} ({count(turns, 'turn')})
              </option>
            ))}
          </optgroup>
        )}
        {relatives.length > 0 && (
          <optgroup label="Lineage">
            {relatives.map(({ key, words }) => (
              <option key={key} value={`session ${key}`}>
                {safeLine(words)}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Newest sessions">
          {others.map(({ key, title, updatedAt }) => (
            <option key={key} value={`session ${key}`}>
              {safeLine(title ?? '') || 'Untitled session'} ({age(updatedAt)})
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  )
}
