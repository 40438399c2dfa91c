// What was found in the texts of all sessions, by session.

import type { SearchHit } from '../../../src/actions/search/index.js'
import { sessionAddress } from '../address.js'
import type { FoundWithKey, SearchAnswer } from '../api.js'
import { Link } from '../link.js'
import { Answer, PartOnly } from '../parts/states.js'
import { age, bytes, count, projectName } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import type { Asked } from '../use-asked.js'

export function FoundTexts({
  asked,
  query,
  onMore,
}: {
  readonly asked: Asked<SearchAnswer>
  readonly query: string
  readonly onMore: () => void
}) {
  return (
    <section className="found" aria-label="Found in texts" data-query={asked.value?.query}>
      <Answer asked={asked} what="searching">
        {report =>
          report.sessions.length === 0 ? (
            <NothingFound report={report} query={query} />
          ) : (
            <Found report={report} onMore={onMore} />
          )
        }
      </Answer>
    </section>
  )
}

function Found({ report, onMore }: { readonly report: SearchAnswer; readonly onMore: () => void }) {
  const { sessions, more, searched } = report
  return (
    <>
      <h2>
        Found in {count(sessions.length + more, 'session')}
        <span className="muted">
          {' '}
          · {bytes(searched.bytes)} searched{report.unranked && ' · the newest first, the best in a moment'}
        </span>
      </h2>
      <ul>
        {sessions.map(one => (
          <FoundIn key={one.path} found={one} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="button small" onClick={onMore}>
          Show more sessions
        </button>
      )}
      <PartOnly partial={report.partial} />
      {report.notes.map(note => (
        <p key={note} className="muted">
          {safeLine(note)}
        </p>
      ))}
    </>
  )
}

function NothingFound({ report, query }: { readonly report: SearchAnswer; readonly query: string }) {
  const nearest = report.nearest.filter(one => one.instead !== null)
  return (
    <p className="muted">
      Nothing found for “{safeLine(query)}” in {count(report.searched.sessions, 'session')}.
      {nearest.length > 0 && ` Did you mean ${nearest.map(one => `“${safeLine(one.instead!)}”`).join(' or ')}?`}
    </p>
  )
}

function FoundIn({ found }: { readonly found: FoundWithKey }) {
  const { key, title, machine, project, updatedAt, hits, matches } = found
  if (key === null) return null
  return (
    <li className="found-session">
      <p>
        <Link href={sessionAddress(key)} className="strong">
          {safeLine(title ?? '') || 'Untitled session'}
        </Link>
        <span className="muted">
          {' '}
          {machine !== undefined && `· ${safeLine(machine)} `}· {safeLine(projectName(project))} · {age(updatedAt)} ·{' '}
          {count(matches, 'match')}
        </span>
      </p>
      <ul>
        {hits.map(hit => (
          <li key={`${hit.line} ${hit.field} ${hit.agent?.id ?? ''}`}>
            <Link
              href={sessionAddress(
                key,
                '',
                hit.branch === 1 ? {} : { leaf: String(hit.branch) },
                hit.turn === null ? '' : `t${hit.turn}`,
              )}
              className="hit"
            >
              <span className="muted nowrap">
                {hit.turn === null ? 'line' : 'turn'} {hit.turn ?? hit.line} ·{' '}
                {hit.tool === null ? hit.field : safeLine(hit.tool)}
                {hit.agent !== null && ' · agent'}
                {hit.abandoned && ' · abandoned'}
              </span>
              <Snippet hit={hit} />
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The places are of the text as it stands, so they are marked before it is made safe. */
function Snippet({ hit: { snippet, marks } }: { readonly hit: SearchHit }) {
  if (snippet === null) return <span className="muted">changed since it was indexed</span>
  const parts = []
  let from = 0
  for (const [start, end] of marks) {
    parts.push(pieceOfLine(snippet.slice(from, start)))
    parts.push(<mark key={start}>{pieceOfLine(snippet.slice(start, end))}</mark>)
    from = end
  }
  parts.push(pieceOfLine(snippet.slice(from)))
  return <span className="snippet">{parts}</span>
}

/** Blanks at its ends stay: it is a piece of a line. */
function pieceOfLine(piece: string): string {
  const inner = safeLine(piece)
  return `${/^\s/.test(piece) ? ' ' : ''}${inner}${inner !== '' && /\s$/.test(piece) ? ' ' : ''}`
}
