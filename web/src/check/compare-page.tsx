// Two histories as the model would see them, side by side: another branch of the same session, or another session.

import { go, sessionAddress, useAddress } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Answer } from '../parts/states.js'
import { figure } from '../parts/units.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { CompareWith } from './compare-with.js'
import { BESIDE, Differences } from './differences.js'

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
      {answer => (
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
                <td className="right">{figure(answer.a.tokens.estimate)}</td>
                <td className="right">{figure(answer.b.tokens.estimate)}</td>
              </tr>
              <tr>
                <th scope="row">Messages</th>
                <td className="right">{figure(answer.a.messages)}</td>
                <td className="right">{figure(answer.b.messages)}</td>
              </tr>
              <tr>
                <th scope="row">Blocks, of which the same</th>
                <td className="right">
                  {figure(answer.a.blocks)}, {figure(answer.same)}
                </td>
                <td className="right">
                  {figure(answer.b.blocks)}, {figure(answer.same)}
                </td>
              </tr>
            </tbody>
          </table>
          <Differences
            first={answer}
            names={[here, there]}
            kinds={BESIDE}
            askMore={(from, asking) => api.diff(sessionKey, { ...words(sides), from }, asking)}
            addressA={line => sessionAddress(sessionKey, '', { line, leaf: leafWord(leaf) })}
            addressB={line =>
              sessionAddress(other === '' ? sessionKey : other, '', { line, leaf: leafWord(leafOfOther) })
            }
            sameIn={{ sessionKey, leaf }}
          />
        </>
      )}
    </Answer>
  )
}

function words({ other, leaf, leafOfOther }: Sides) {
  return { with: other, leaf, leafOfOther }
}

/** The first branch is the session itself. */
function leafWord(leaf: string): string {
  return leaf === '1' ? '' : leaf
}
