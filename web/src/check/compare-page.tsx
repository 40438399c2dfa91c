// Two histories as the model would see them: another branch of the same session, or another session.

import type { DiffChange } from '../../../src/actions/context/index.js'
import { go, sessionAddress, useAddress } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Answer } from '../parts/states.js'
import { count, figure } from '../parts/units.js'
import { placed } from '../session/tool-view.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

const MOST = 300

export default function ComparePage({ sessionKey }: { readonly sessionKey: string }) {
  const { words } = useAddress()
  const [other, leaf, leafOfOther] = [words.get('with') ?? '', words.get('leaf') ?? '', words.get('other') ?? '']
  useSessionOutline(sessionKey)
  const asked = useAsked(`${sessionKey} ${other} ${leaf} ${leafOfOther}`, asking =>
    api.diff(sessionKey, { with: other, leaf, leafOfOther }, asking),
  )
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  const names = [
    leaf === '' ? 'This session' : `Branch ${leaf}`,
    other !== '' ? other.slice(0, 8) : `Branch ${leafOfOther}`,
  ]
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Compare</h1>
      <Answer asked={asked} what="comparing">
        {({ a, b, changes, same }) => (
          <>
            <table className="table figures">
              <thead>
                <tr>
                  <th scope="col">What the model gets</th>
                  <th scope="col" className="right">
                    {safeLine(names[0]!)}
                  </th>
                  <th scope="col" className="right">
                    {safeLine(names[1]!)}
                  </th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">~ Tokens</th>
                  <td className="right">{figure(a.tokens.estimate)}</td>
                  <td className="right">{figure(b.tokens.estimate)}</td>
                </tr>
                <tr>
                  <th scope="row">Messages</th>
                  <td className="right">{figure(a.messages)}</td>
                  <td className="right">{figure(b.messages)}</td>
                </tr>
                <tr>
                  <th scope="row">Blocks that are the same</th>
                  <td className="right">{figure(same)}</td>
                  <td className="right">{figure(same)}</td>
                </tr>
              </tbody>
            </table>
            <section aria-label="Differences">
              <h2>{changes.length === 0 ? 'No difference' : count(changes.length, 'difference')}</h2>
              <table className="table">
                <tbody>
                  {placed(changes.slice(0, MOST)).map(({ one, place }) => (
                    <Change key={place} change={one} />
                  ))}
                </tbody>
              </table>
              {changes.length > MOST && <p className="muted">and {figure(changes.length - MOST)} more</p>}
            </section>
          </>
        )}
      </Answer>
    </main>
  )
}

const SIGNS: Readonly<Record<DiffChange['kind'], string>> = {
  removed: '−',
  added: '+',
  shortened: '<',
  lengthened: '>',
  changed: '≠',
}

function Change({ change: { kind, role, type, a, b, tokens } }: { readonly change: DiffChange }) {
  const place = (one: DiffChange['a']): string =>
    one === null ? '' : one.line === null ? 'by the client' : `line ${one.line}`
  return (
    <tr>
      <td className={kind === 'removed' ? 'bad-text' : kind === 'added' ? 'good' : ''}>
        <span aria-hidden="true">{SIGNS[kind]} </span>
        {kind}
      </td>
      <td>
        {role} {safeLine(type)}
      </td>
      <td className="nowrap">{place(a)}</td>
      <td className="nowrap">{place(b)}</td>
      <td className="right">
        {tokens > 0 ? '+' : ''}
        {figure(tokens)}
      </td>
    </tr>
  )
}
