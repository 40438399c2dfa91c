// The compactions of a session: what each kept, what it dropped that the model cannot know any more, and the way back.

import type { CompactionRow } from '../../../src/actions/read/index.js'
import { go, sessionAddress } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Link } from '../link.js'
import { Answer } from '../parts/states.js'
import { count, dateAndTime, figure, tokens } from '../parts/units.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

export default function CompactionsPage({ sessionKey }: { readonly sessionKey: string }) {
  useSessionOutline(sessionKey)
  const asked = useAsked(sessionKey, asking => api.compactions(sessionKey, {}, asking))
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  return (
    <main id="main" className="page">
      <h1 className="visually-hidden">Compactions</h1>
      <Answer asked={asked}>
        {({ compactions }) =>
          compactions.length === 0 ? (
            <p className="notice">This session was never compacted: the model still gets all of it.</p>
          ) : (
            compactions.map(one => <CompactionView key={one.number} row={one} sessionKey={sessionKey} />)
          )
        }
      </Answer>
    </main>
  )
}

const MOST = 12

function CompactionView({ row, sessionKey }: { readonly row: CompactionRow; readonly sessionKey: string }) {
  const { dropped, tokensBefore, tokensAfter } = row
  const calls = Object.entries(dropped.tools)
  return (
    <section aria-label={`Compaction ${row.number}`} className="compaction-card">
      <div className="section-head">
        <h2>
          <span aria-hidden="true">◆ </span>Compaction {row.number}
        </h2>
        <p className="muted">
          {dateAndTime(row.at)} · {row.trigger ?? 'unknown trigger'} · line {row.line}
        </p>
        {tokensBefore !== null && (
          <p className="strong">
            {tokens(tokensBefore)}
            {tokensAfter !== null && ` → ${tokens(tokensAfter)} (${tokens(tokensBefore - tokensAfter)} freed)`}
          </p>
        )}
        <Link
          className="button small"
          href={sessionAddress(sessionKey, 'reshape', { verb: 'clone', beforeCompaction: String(row.number) })}
        >
          Clone from before it
        </Link>
      </div>
      <p>
        {count(row.kept.entries, 'entry')} kept, {count(dropped.entries, 'entry')} dropped
        {row.summary !== null && (
          <>
            ; <Link href={sessionAddress(sessionKey, '', { line: String(row.summary.line) })}>the summary</Link> has{' '}
            {figure(row.summary.length)} characters
          </>
        )}
      </p>
      {dropped.decisions.length > 0 && (
        <Dropped
          label="Decisions that the summary does not name"
          list={dropped.decisions.map(one => ({ words: one.text, turn: one.turn }))}
          sessionKey={sessionKey}
        />
      )}
      {dropped.prompts.length > 0 && (
        <Dropped
          label="Prompts that it does not name"
          list={dropped.prompts.map(one => ({ words: one.text, turn: one.turn }))}
          sessionKey={sessionKey}
        />
      )}
      {dropped.files.length > 0 && (
        <Dropped
          label="Files that it does not name"
          list={dropped.files.map(one => ({ words: `${one.path} (${one.state})`, turn: null }))}
          sessionKey={sessionKey}
        />
      )}
      {calls.length > 0 && (
        <p className="muted">Calls that are gone: {calls.map(([tool, n]) => `${safeLine(tool)} ${n}`).join(', ')}</p>
      )}
    </section>
  )
}

function Dropped({
  label,
  list,
  sessionKey,
}: {
  readonly label: string
  readonly list: readonly { readonly words: string; readonly turn: number | null }[]
  readonly sessionKey: string
}) {
  return (
    <div className="dropped">
      <h3>{label}</h3>
      <ul>
        {list.slice(0, MOST).map(({ words, turn }) => (
          <li key={`${turn} ${words}`}>
            {turn !== null && <Link href={sessionAddress(sessionKey, '', {}, `t${turn}`)}>turn {turn}</Link>}{' '}
            {safeLine(words)}
          </li>
        ))}
      </ul>
      {list.length > MOST && <p className="muted">and {list.length - MOST} more</p>}
    </div>
  )
}
