// Two histories as the model would see them, side by side: another branch of the same session, or another session.

import { useState } from 'react'
import type { PagedBlock, ShownChange } from '../../../src/actions/context/index.js'
import { go, sessionAddress, useAddress } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { count, figure } from '../parts/units.js'
import { More, placed } from '../session/tool-view.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { safe, safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { CompareWith } from './compare-with.js'

export default function ComparePage({ sessionKey }: { readonly sessionKey: string }) {
  const { words } = useAddress()
  const [other, leaf, leafOfOther] = [words.get('with') ?? '', words.get('leaf') ?? '', words.get('other') ?? '']
  const isChosen = other !== '' || leaf !== '' || leafOfOther !== ''
  const outline = useSessionOutline(sessionKey)
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Compare</h1>
      <div className="page-bar">
        <CompareWith sessionKey={sessionKey} outline={outline.value} other={other} leafOfOther={leafOfOther} />
      </div>
      {isChosen ? (
        <Compared
          key={`${other} ${leaf} ${leafOfOther}`}
          sessionKey={sessionKey}
          other={other}
          leaf={leaf}
          leafOfOther={leafOfOther}
        />
      ) : (
        <p className="muted">Choose a branch or another session: both are shown as the model would get them.</p>
      )}
    </main>
  )
}

interface Sides {
  readonly sessionKey: string
  readonly other: string
  readonly leaf: string
  readonly leafOfOther: string
}

function Compared(sides: Sides) {
  const { sessionKey, other, leaf, leafOfOther } = sides
  const asked = useAsked(`${sessionKey} ${other} ${leaf} ${leafOfOther}`, asking =>
    api.diff(sessionKey, words(sides), asking),
  )
  const here = leaf === '' ? 'This session' : `Branch ${leaf}`
  const there = other !== '' ? other.slice(0, 8) : `Branch ${leafOfOther}`
  return (
    <Answer asked={asked} what="comparing">
      {({ a, b, changes, differences, same }) => (
        <>
          <table className="table figures">
            <thead>
              <tr>
                <th scope="col">What the model gets</th>
                <th scope="col" className="right">
                  {safeLine(here)}
                </th>
                <th scope="col" className="right">
                  {safeLine(there)}
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
                <th scope="row">Blocks, of which the same</th>
                <td className="right">
                  {figure(a.blocks)}, {figure(same)}
                </td>
                <td className="right">
                  {figure(b.blocks)}, {figure(same)}
                </td>
              </tr>
            </tbody>
          </table>
          <section aria-label="Differences">
            <h2>{differences === 0 ? 'No difference' : count(differences, 'difference')}</h2>
            {differences > 0 && (
              <div className="sides sides-head" aria-hidden="true">
                <span>{safeLine(here)}</span>
                <span>{safeLine(there)}</span>
              </div>
            )}
            <Changes changes={changes} sides={sides} />
            {differences > changes.length && <MoreChanges from={changes.length} all={differences} sides={sides} />}
          </section>
        </>
      )}
    </Answer>
  )
}

function words({ other, leaf, leafOfOther }: Sides) {
  return { with: other, leaf, leafOfOther }
}

/** A page of them for each press. */
function MoreChanges({ from, all, sides }: { readonly from: number; readonly all: number; readonly sides: Sides }) {
  const [isAsked, setAsked] = useState(false)
  const asked = useAsked(isAsked ? `${from}` : undefined, asking =>
    api.diff(sides.sessionKey, { ...words(sides), from }, asking),
  )
  if (!isAsked)
    return (
      <button type="button" className="button small" onClick={() => setAsked(true)}>
        Show more of {count(all - from, 'difference')}
      </button>
    )
  return (
    <Answer asked={asked} what="comparing">
      {({ changes }) => (
        <>
          <Changes changes={changes} sides={sides} />
          {all > from + changes.length && <MoreChanges from={from + changes.length} all={all} sides={sides} />}
        </>
      )}
    </Answer>
  )
}

const KINDS: Readonly<Record<ShownChange['kind'], string>> = {
  removed: 'only left',
  added: 'only right',
  shortened: 'shorter on the right',
  lengthened: 'longer on the right',
  changed: 'different',
}

function Changes({ changes, sides }: { readonly changes: readonly ShownChange[]; readonly sides: Sides }) {
  const { sessionKey, other, leaf, leafOfOther } = sides
  return (
    <ol className="changes">
      {placed(changes).map(({ one: change, place }) => (
        <li key={place} className="change">
          <p className="muted">
            {change.role} {safeLine(change.type.replaceAll('_', ' '))} · {KINDS[change.kind]} ·{' '}
            {change.tokens > 0 ? '+' : ''}
            {figure(change.tokens)} tokens
          </p>
          <div className="sides">
            <Side
              block={change.before}
              against={change.after}
              mark="del"
              place={change.a}
              address={line => sessionAddress(sessionKey, '', { line, leaf: leafWord(leaf) })}
            />
            <Side
              block={change.after}
              against={change.before}
              mark="add"
              place={change.b}
              address={line =>
                sessionAddress(other === '' ? sessionKey : other, '', { line, leaf: leafWord(leafOfOther) })
              }
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The first branch is the session itself. */
function leafWord(leaf: string): string {
  return leaf === '1' ? '' : leaf
}

function Side({
  block,
  against,
  mark,
  place,
  address,
}: {
  readonly block: PagedBlock | null
  readonly against: PagedBlock | null
  readonly mark: 'add' | 'del'
  readonly place: ShownChange['a']
  readonly address: (line: string) => string
}) {
  if (block === null || place === null) return <div className="diff-side none">–</div>
  const same = new Set(against?.text.text.split('\n'))
  return (
    <div className="diff-side">
      <p className="muted">
        {block.name !== null && <span className="strong">{safeLine(block.name)} </span>}
        {place.line === null ? (
          'written by the client'
        ) : (
          <Link href={address(String(place.line))}>line {place.line}</Link>
        )}
      </p>
      <pre className="code" tabIndex={0}>
        {placed(block.text.text.split('\n')).map(({ one: line, place: at }) => (
          <span key={at} className={against !== null && same.has(line) ? undefined : mark}>
            {safe(line)}
            {'\n'}
          </span>
        ))}
      </pre>
      <More lines={block.text.moreLines} characters={block.text.moreCharacters} />
    </div>
  )
}
