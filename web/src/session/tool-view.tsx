// What a call did, in a view made for its tool, and what came of it.

import type { Excerpt, Hunk, Media, ShownAgent, ShownTool } from '../../../src/actions/read/index.js'
import { mediaLabel } from '../../../src/present/show/page.js'
import { count, duration } from '../parts/units.js'
import { Ansi } from '../text/ansi.js'
import { Code } from '../text/code.js'
import { Prose } from '../text/prose.js'
import { safe, safeLine } from '../text/safe-text.js'
import { ItemView } from './item-view.js'
import { useReading } from './reading.js'

export function ToolView({ tool, turn }: { readonly tool: ShownTool; readonly turn: number }) {
  const { showRaw } = useReading()
  return (
    <div className="tool-view">
      <FormView tool={tool} />
      {Object.keys(tool.details).length > 0 && (
        <Code text={JSON.stringify(tool.details, undefined, 2)} language="json" />
      )}
      {tool.result && <ResultView tool={tool} />}
      {placed(tool.agents).map(({ one, place }) => (
        <AgentView key={place} agent={one} turn={turn} />
      ))}
      <p className="lines muted">
        {[...tool.lines, ...(tool.result?.lines ?? [])].map(line => (
          <button key={line} type="button" className="button quiet small" onClick={() => showRaw(line)}>
            line {line}
          </button>
        ))}
      </p>
    </div>
  )
}

function FormView({ tool: { form } }: { readonly tool: ShownTool }) {
  switch (form.form) {
    case 'shell':
      return <Code text={form.command} language="bash" />
    case 'edit':
      return (
        <>
          <p className="path">{safeLine(form.path)}</p>
          {placed(form.hunks).map(({ one, place }) => (
            <DiffView key={place} hunk={one} />
          ))}
          <More lines={form.moreLines} characters={0} />
        </>
      )
    case 'read':
      return <p className="path">{safeLine(form.path)}</p>
    case 'todos':
      return (
        <ul className="todos">
          {placed(form.todos).map(({ one: { text, status }, place }) => (
            <li key={place} data-status={status}>
              <span aria-hidden="true">{status === 'completed' ? '☑' : status === 'in_progress' ? '◐' : '☐'}</span>
              <span className="visually-hidden">{safeLine(status)}</span> {safeLine(text)}
            </li>
          ))}
        </ul>
      )
    case 'agent':
      return (
        <>
          <Prose text={form.prompt.text} />
          <More lines={form.prompt.moreLines} characters={form.prompt.moreCharacters} />
        </>
      )
    case 'question':
      return (
        <ul className="questions">
          {form.questions.map(({ question, options, answer }) => (
            <li key={question}>
              <p className="strong">{safeLine(question)}</p>
              <p className="chips">
                {options.map(option => (
                  <span key={option} className={option === answer ? 'chip strong' : 'chip'}>
                    {option === answer ? '✓ ' : ''}
                    {safeLine(option)}
                  </span>
                ))}
                {answer === undefined ? (
                  <span className="warn-text">not answered</span>
                ) : (
                  !options.includes(answer) && <span className="chip strong">✓ {safeLine(answer)}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )
    case 'plan':
      return <Prose text={form.plan} />
    case 'web':
      return (
        <p>
          {safeLine(form.target)}
          {form.question !== undefined && <span className="muted"> · {safeLine(form.question)}</span>}
        </p>
      )
    case 'search':
      return (
        <p>
          <code>{safeLine(form.pattern)}</code>
          {form.where !== undefined && <span className="muted"> in {safeLine(form.where)}</span>}
        </p>
      )
    case 'task':
      return <p>{safeLine(form.subject)}</p>
    case 'other':
      return form.input === '' ? null : <Code text={form.input} language="json" />
  }
}

/** Lines and items have no name but their place, which never changes. */
export function placed<One>(list: readonly One[]): readonly { readonly one: One; readonly place: number }[] {
  return list.map((one, place) => ({ one, place }))
}

export function DiffView({ hunk }: { readonly hunk: Hunk }) {
  return (
    <pre tabIndex={0} className="diff">
      {hunk.oldStart !== undefined && hunk.newStart !== undefined && (
        <span className="hunk">
          @@ -{hunk.oldStart} +{hunk.newStart} @@{'\n'}
        </span>
      )}
      {placed(hunk.lines).map(({ one, place }) => (
        <span key={place} className={one.startsWith('+') ? 'add' : one.startsWith('-') ? 'del' : 'same'}>
          {safe(one)}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function ResultView({ tool }: { readonly tool: ShownTool }) {
  const { result, form } = tool
  if (!result) return null
  const { text, media, persisted, isError } = result
  const isSaid = !isError && (form.form === 'edit' || form.form === 'todos' || form.form === 'plan')
  return (
    <>
      {!isSaid && <Output text={text} isError={isError} inWords={form.form === 'agent' || form.form === 'web'} />}
      <MediaViews media={media} />
      {persisted && <p className="muted">The whole output is kept in a side file.</p>}
    </>
  )
}

export function Output({
  text,
  isError = false,
  inWords = false,
}: {
  readonly text: Excerpt
  readonly isError?: boolean
  readonly inWords?: boolean
}) {
  if (text.text === '' && text.moreLines === 0) return null
  return (
    <>
      {inWords && !isError ? (
        <Prose text={text.text} />
      ) : (
        <pre tabIndex={0} className={isError ? 'out errors' : 'out'}>
          <Ansi text={text.text} />
        </pre>
      )}
      <More lines={text.moreLines} characters={text.moreCharacters} />
    </>
  )
}

export function More({ lines, characters }: { readonly lines: number; readonly characters: number }) {
  const parts = [
    ...(characters > 0 ? [count(characters, 'more character')] : []),
    ...(lines > 0 ? [count(lines, 'more line')] : []),
  ]
  return parts.length === 0 ? null : <p className="muted">… {parts.join(', ')}</p>
}

/** Formats that a browser shows and that cannot hold a script. */
const SHOWN = new Set(['png', 'jpeg', 'jpg', 'gif', 'webp'])

export function MediaViews({ media }: { readonly media: readonly Media[] }) {
  return placed(media).map(({ one, place }) => {
    const words = mediaLabel(one)
    const isShown =
      one.type === 'image' && SHOWN.has(one.format) && one.data !== undefined && /^[A-Za-z0-9+/=\s]+$/.test(one.data)
    if (!isShown)
      return (
        <p key={place} className="absent">
          {words}
        </p>
      )
    const format = one.format === 'jpg' ? 'jpeg' : one.format
    return <img key={place} alt={words} src={`data:image/${format};base64,${one.data!.replace(/\s+/g, '')}`} />
  })
}

function AgentView({ agent, turn }: { readonly agent: ShownAgent; readonly turn: number }) {
  const facts = [
    count(agent.messages, 'message'),
    count(agent.toolCalls, 'tool call'),
    ...(agent.durationMs === undefined ? [] : [duration(agent.durationMs)]),
  ].join(', ')
  const items = agent.items ?? []
  return (
    <details className="agent">
      <summary>
        <span className="strong">▸ Subagent</span>{' '}
        {safeLine([agent.type, agent.description].filter(Boolean).join(' · '))} <span className="muted">{facts}</span>
      </summary>
      <div className="agent-items">
        {placed(items).map(({ one, place }) => (
          <ItemView key={place} item={one} turn={turn} isInner />
        ))}
      </div>
    </details>
  )
}
