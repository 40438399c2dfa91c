// What the client will delete soon, and the way to keep it.

import { useState } from 'react'
import { api } from '../api.js'
import { Trouble } from '../parts/states.js'
import { bytes, count, dateAndTime } from '../parts/units.js'
import { useAsked } from '../use-asked.js'

const SOON_DAYS = 7
const DAY = 86_400_000

export function DueNote() {
  const status = useAsked('archive', asking => api.archive({ signal: asking.signal }))
  const [isKeeping, setKeeping] = useState(false)
  const [kept, setKept] = useState<number>()
  const [trouble, setTrouble] = useState<Error>()
  if (!status.value) return null
  const due = status.value.next.filter(
    one => one.safe !== 'yes' && one.key !== null && Date.parse(one.deletedAt) - Date.now() < SOON_DAYS * DAY,
  )
  const first = due.map(one => one.deletedAt).toSorted()[0] ?? ''
  const keep = async (): Promise<void> => {
    setKeeping(true)
    setTrouble(undefined)
    try {
      const report = await api.keep(due.map(one => one.key!))
      setKept(report.sessions.length)
    } catch (error) {
      setTrouble(error instanceof Error ? error : new Error(String(error)))
    }
    setKeeping(false)
    status.again()
  }
  if (due.length === 0)
    return kept === undefined ? null : (
      <p className="due" role="status">
        <span className="good">✓ {count(kept, 'session')} archived.</span>{' '}
        <span className="muted">
          The archive has {bytes(status.value.archive.bytes)}. rethread restore brings them back.
        </span>
      </p>
    )
  return (
    <div className="due" role="note">
      {trouble && <Trouble error={trouble} />}
      <p>
        Claude Code will delete {due.length === status.value.next.length ? 'at least ' : ''}
        {count(due.length, 'session')} within {SOON_DAYS} days.
      </p>
      <p className="muted">
        {Date.parse(first) < Date.now() ? 'It may do so at any start.' : `The first goes on ${dateAndTime(first)}.`}
      </p>
      <button type="button" className="button small" disabled={isKeeping} onClick={() => void keep()}>
        {isKeeping ? 'Archiving …' : 'Archive them'}
      </button>
    </div>
  )
}
