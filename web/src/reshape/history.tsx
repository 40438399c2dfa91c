// What was made of this session, and what it was made from; each change can be undone.

import { useState } from 'react'
import { api } from '../api.js'
import { Answer, Trouble } from '../parts/states.js'
import { age, bytes } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { LineageView } from './lineage.js'

interface HistoryProps {
  readonly sessionKey: string
  readonly round: string
  readonly mayWrite: boolean
  readonly onUndone: () => void
}

export function History({ sessionKey, round, mayWrite, onUndone }: HistoryProps) {
  const [own, setOwn] = useState(0)
  const [trouble, setTrouble] = useState<Error>()
  const asked = useAsked(`${sessionKey} ${round} ${own}`, asking => api.lineage(sessionKey, { signal: asking.signal }))
  const undo = async (receipt: string): Promise<void> => {
    setTrouble(undefined)
    try {
      const report = await api.undo(receipt)
      if (report.refused.length > 0) setTrouble(new Error(report.refused.join('; ')))
      else onUndone()
    } catch (error) {
      setTrouble(error instanceof Error ? error : new Error(String(error)))
    }
    setOwn(before => before + 1)
  }
  return (
    <Answer asked={asked}>
      {({ receipts, lineage }) =>
        receipts.length === 0 ? null : (
          <>
            <LineageView lineage={lineage} />
            <section aria-label="History">
              <h2>History</h2>
              {trouble && <Trouble error={trouble} />}
              <table className="table">
                <tbody>
                  {receipts.map(one => (
                    <tr key={one.id}>
                      <td>{age(one.time)}</td>
                      <td className="strong">{safeLine(one.verb)}</td>
                      <td>
                        {safeLine(one.source?.id.slice(0, 8) ?? '')} → {safeLine(one.result?.id.slice(0, 8) ?? '')}
                      </td>
                      <td className="right">
                        {bytes(one.bytes.before)} → {bytes(one.bytes.after)}
                      </td>
                      <td className="right">
                        {one.undoneBy !== null ? (
                          <span className="muted">undone</span>
                        ) : one.undoes !== null ? (
                          <span className="muted">undo</span>
                        ) : (
                          <button
                            type="button"
                            className="button small"
                            disabled={!mayWrite}
                            onClick={() => void undo(one.id)}
                          >
                            Undo
                          </button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )
      }
    </Answer>
  )
}
