// Problems of a session, what costs most first, each with its place and the way to fix it.

import type { CheckedFinding } from '../../../src/actions/check/index.js'
import { CODES } from '../../../src/check/codes.js'
import { go, sessionAddress, useAddress, withWords } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { ownSentence, safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

const SEVERITIES = [
  ['refuses', 'Stops the session from resuming', 'bad'],
  ['loses', 'Loses data', 'warn'],
  ['cosmetic', 'Harmless', ''],
] as const

export default function CheckPage({ sessionKey }: { readonly sessionKey: string }) {
  const { words } = useAddress()
  const withSecrets = words.get('secrets') === 'yes'
  useSessionOutline(sessionKey)
  const asked = useAsked(`${sessionKey} ${withSecrets}`, asking =>
    api.check(sessionKey, { secrets: withSecrets ? 'yes' : '' }, asking),
  )
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Check</h1>
      <div className="page-bar">
        <label className="check">
          <input
            type="checkbox"
            checked={withSecrets}
            onChange={event => go(withWords({ secrets: event.target.checked ? 'yes' : '' }), { replace: true })}
          />{' '}
          Look for secrets, too
        </label>
      </div>
      <Answer asked={asked} what="checking">
        {({ findings, summary }) => (
          <>
            <Verdict
              costs={summary.bySeverity.refuses + summary.bySeverity.loses}
              sessionKey={sessionKey}
              hasSecrets={findings.some(one => one.code.startsWith('secret'))}
            />
            {SEVERITIES.map(([severity, label, kind]) => {
              const own = findings.filter(one => one.severity === severity)
              return own.length === 0 ? null : (
                <Findings key={severity} label={label} kind={kind} findings={own} sessionKey={sessionKey} />
              )
            })}
          </>
        )}
      </Answer>
    </main>
  )
}

function Verdict({
  costs,
  sessionKey,
  hasSecrets,
}: {
  readonly costs: number
  readonly sessionKey: string
  readonly hasSecrets: boolean
}) {
  if (costs === 0)
    return (
      <p className="notice" role="status">
        <span className="good strong">✓ Sound.</span> The client reads all of it.
      </p>
    )
  return (
    <div className="notice bad" role="status">
      <p className="strong">{costs === 1 ? '1 problem that loses data' : `${costs} problems that lose data`}</p>
      <p className="actions">
        <Link
          className="button primary"
          href={sessionAddress(sessionKey, 'reshape', { verb: hasSecrets ? 'redact' : 'repair' })}
        >
          Plan {hasSecrets ? 'redacting' : 'a repair'}
        </Link>
      </p>
    </div>
  )
}

const MEANINGS: Readonly<Record<string, { readonly cause: string; readonly effect: string } | undefined>> = CODES

function meaningOf(code: string) {
  return Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
}

const MOST_PLACES = 20
/** The link beside it does that; the same command at every finding would only be noise. */
const IS_REPAIR = /^rethread repair /

function Findings({
  label,
  kind,
  findings,
  sessionKey,
}: {
  readonly label: string
  readonly kind: string
  readonly findings: readonly CheckedFinding[]
  readonly sessionKey: string
}) {
  const byCode = new Map<string, CheckedFinding[]>()
  for (const one of findings) {
    const list = byCode.get(one.code)
    if (list) list.push(one)
    else byCode.set(one.code, [one])
  }
  return (
    <section aria-label={label}>
      <h2>
        {label} <span className="muted">{findings.length}</span>
      </h2>
      <ul className="findings">
        {[...byCode].map(([code, list]) => (
          <li key={code} className={`finding ${kind}`}>
            <p>
              <span className="strong">{ownSentence(list[0]!.message)}</span> <code className="muted">{code}</code>
            </p>
            {meaningOf(code) && (
              <p>
                {meaningOf(code)!.effect} <span className="muted">{meaningOf(code)!.cause}</span>
              </p>
            )}
            <p className="actions-line">
              <span className="muted">
                {list.length > 1 && `${list.length} times · `}
                {list.slice(0, MOST_PLACES).map(one =>
                  one.line === undefined || one.line === null ? null : (
                    <span key={one.line}>
                      <Link href={sessionAddress(sessionKey, '', { line: String(one.line) })}>
                        line {one.line}
                      </Link>{' '}
                    </span>
                  ),
                )}
                {list.length > MOST_PLACES && `and ${list.length - MOST_PLACES} more`}
              </span>
              {list[0]!.fix !== undefined && (
                <>
                  <Link href={sessionAddress(sessionKey, 'reshape', { verb: 'repair' })}>Plan the fix</Link>
                  {!IS_REPAIR.test(list[0]!.fix) && <code className="muted">{safeLine(list[0]!.fix)}</code>}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
