// The messages as they are sent, page by page.

import { useState } from 'react'
import type { PagedMessage } from '../../../src/actions/context/index.js'
import { api } from '../api.js'
import { Answer } from '../parts/states.js'
import { count } from '../parts/units.js'
import { More } from '../session/tool-view.js'
import { safe, safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

const AT_ONCE = 20

export function Messages({
  sessionKey,
  client,
  leaf,
  count: all,
}: {
  readonly sessionKey: string
  readonly client: string
  readonly leaf: string
  readonly count: number
}) {
  // The end of it is what the model goes on from.
  const [from, setFrom] = useState(Math.max(0, all - AT_ONCE))
  const page = useAsked(`${sessionKey} ${client} ${leaf} ${from}`, asking =>
    api.context(sessionKey, { client, leaf, from, to: from + AT_ONCE }, { signal: asking.signal }),
  )
  if (all === 0) return null
  return (
    <section aria-label="Messages">
      <div className="section-head">
        <h2>Messages as they are sent</h2>
        <p>
          {from + 1} to {Math.min(all, from + AT_ONCE)} of {all}
        </p>
        <button
          type="button"
          className="button small"
          disabled={from === 0}
          onClick={() => setFrom(Math.max(0, from - AT_ONCE))}
        >
          Earlier
        </button>
        <button
          type="button"
          className="button small"
          disabled={from + AT_ONCE >= all}
          onClick={() => setFrom(Math.min(all - 1, from + AT_ONCE))}
        >
          Later
        </button>
      </div>
      <Answer asked={page}>{report => <MessageList messages={report.page} />}</Answer>
    </section>
  )
}

export function MessageList({ messages }: { readonly messages: readonly PagedMessage[] }) {
  return (
    <ol className="messages">
      {messages.map(message => (
        <MessageView key={message.number} message={message} />
      ))}
    </ol>
  )
}

function MessageView({ message }: { readonly message: PagedMessage }) {
  return (
    <li className={`message ${message.role}`}>
      <p className="message-head">
        <span className="strong">{message.role}</span>
        <span className="muted">
          {message.byClient ? 'written by the client' : lineWords(message.lines)} ·{' '}
          {count(message.blocks.length, 'block')}
        </span>
      </p>
      {message.blocks.map((block, at) => (
        <div key={`${block.type} ${block.id ?? at}`} className="block">
          <p className="muted">
            {safeLine(block.type)}
            {block.name !== null && ` ${safeLine(block.name)}`}
            {block.isError && <span className="bad-text"> error</span>}
          </p>
          {block.text.text !== '' && (
            <pre tabIndex={0} className="as-written">
              {safe(block.text.text)}
            </pre>
          )}
          <More lines={block.text.moreLines} characters={block.text.moreCharacters} />
        </div>
      ))}
    </li>
  )
}

function lineWords(lines: readonly number[]): string {
  if (lines.length === 0) return 'not in the file'
  return lines.length === 1 ? `line ${lines[0]}` : `lines ${lines[0]} to ${lines.at(-1)}`
}
