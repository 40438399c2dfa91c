import { sessionAddress } from '../address.js'
import type { AppliedAnswer } from '../api.js'
import { Link } from '../link.js'
import { CopyButton } from '../parts/copy-button.js'
import { figure } from '../parts/units.js'
import { ownSentence } from '../text/safe-text.js'

/** What was written, and how to go on with it. */
export function Applied({
  applied,
  sessionKey,
  onAgain,
}: {
  readonly applied: AppliedAnswer
  readonly sessionKey: string
  readonly onAgain: () => void
}) {
  const { report, key } = applied
  if (!report.written)
    return (
      <div className="notice bad" role="alert">
        <p className="strong">Nothing was written.</p>
        {report.refused.map(reason => (
          <p key={reason}>{ownSentence(reason)}</p>
        ))}
        <button type="button" className="button" onClick={onAgain}>
          Plan again
        </button>
      </div>
    )
  return (
    <div className="notice done" role="status">
      <p className="strong good">✓ New session written: {figure(report.after.tokens)} tokens</p>
      {report.resume !== null && (
        <>
          <pre tabIndex={0} className="code" data-testid="resume">
            {report.resume}
          </pre>
          <p className="actions">
            <CopyButton text={report.resume} label="Copy the resume command" />
          </p>
        </>
      )}
      <p className="actions">
        {key !== null && (
          <Link className="button" href={sessionAddress(key)}>
            Open it
          </Link>
        )}{' '}
        {key !== null && (
          <Link className="button" href={sessionAddress(sessionKey, 'compare', { with: key })}>
            Compare with the original
          </Link>
        )}{' '}
        <button type="button" className="button" onClick={onAgain}>
          Plan another
        </button>
      </p>
    </div>
  )
}
