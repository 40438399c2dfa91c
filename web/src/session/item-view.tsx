// One item of a turn.

import type { ShownItem } from '../../../src/actions/read/index.js'
import { noticeLabel, retryText } from '../../../src/present/show/item-lines.js'
import { sessionAddress } from '../address.js'
import { Link } from '../link.js'
import { count, tokens } from '../parts/units.js'
import { Code } from '../text/code.js'
import { Prose } from '../text/prose.js'
import { safe, safeLine } from '../text/safe-text.js'
import { Folded } from './folded.js'
import { useReading } from './reading.js'
import { MediaViews, More, Output } from './tool-view.js'
import { WorkRow } from './work-row.js'

export function ItemView({
  item,
  turn,
  isInner = false,
}: {
  readonly item: ShownItem
  readonly turn: number
  readonly isInner?: boolean
}) {
  switch (item.kind) {
    case 'prompt':
      return (
        <div className="prompt">
          {item.how !== 'typed' && (
            <span className="chip">{item.how === 'queued' ? 'queued' : item.how === 'agent' ? 'task' : 'remark'}</span>
          )}
          {item.marks.map(mark => (
            <span key={mark} className="chip">
              {safeLine(mark)}
            </span>
          ))}
          <Folded text={safe(item.text.trim())} lines={8} />
          <MediaViews media={item.media} />
        </div>
      )
    case 'queued-prompt':
      return (
        <div className="prompt">
          <span className="chip warn">{item.state === 'removed' ? 'queued, then removed' : 'queued, never sent'}</span>
          <Folded text={safe(item.text)} lines={8} />
        </div>
      )
    case 'command':
      return (
        <div className="prompt command">
          <code>{safeLine(item.mode === 'bash' ? `! ${item.name}` : `${item.name} ${item.args}`)}</code>
        </div>
      )
    case 'output':
      return (
        <>
          <Output text={item.text} />
          <Output text={item.errors} isError />
        </>
      )
    case 'text':
      return (
        <div className={item.by === 'error' ? 'answer failed' : 'answer'}>
          {item.marks.map(mark => (
            <span key={mark} className="chip">
              {safeLine(mark)}
            </span>
          ))}
          {item.by === 'model' ? <Prose text={item.text} /> : <p className="as-written">{safe(item.text)}</p>}
        </div>
      )
    case 'thinking':
      return (
        <details className="thinking">
          <summary>
            {item.state === 'readable'
              ? 'Thinking'
              : item.state === 'signed'
                ? 'Thinking (only its signature is stored)'
                : 'Thinking (redacted by the API)'}
          </summary>
          {item.text !== '' && <Prose text={item.text} />}
        </details>
      )
    case 'tool':
      return <WorkRow tool={item} turn={turn} isInner={isInner} />
    case 'orphan-result':
      return (
        <div className="work-row failed">
          <p className="warn-text">Result of a call that is missing</p>
          <Output text={item.result.text} isError={item.result.isError} />
        </div>
      )
    case 'interruption':
      return <p className="mark-line">{safeLine(item.text)}</p>
    case 'compaction':
      return <CompactionView item={item} />
    case 'retry':
      return <p className="muted">{retryText(item)}</p>
    case 'notice':
      return (
        <details className={`note ${item.level}`}>
          <summary>{noticeLabel(item.about)}</summary>
          <Output text={item.text} />
        </details>
      )
    case 'attachment':
      return (
        <details className="note">
          <summary>
            {safeLine(item.type.replaceAll('_', ' '))} <code>{safeLine(item.name)}</code>
          </summary>
          <Output text={item.text} />
          <MediaViews media={item.media} />
        </details>
      )
    case 'raw':
      return (
        <details className="note">
          <summary>
            Unknown entry <code>{safeLine(item.type)}</code>
          </summary>
          <Code text={item.json.text} language="json" />
          <More lines={item.json.moreLines} characters={item.json.moreCharacters} />
        </details>
      )
  }
}

function CompactionView({ item }: { readonly item: Extract<ShownItem, { kind: 'compaction' }> }) {
  const { sessionKey } = useReading()
  const { tokensBefore: before, tokensAfter: after } = item
  const freed = before !== undefined && after !== undefined ? ` (${tokens(before - after)} freed)` : ''
  return (
    <div className="compaction">
      <p>
        <span aria-hidden="true">◆ </span>
        <span className="strong">{item.dialect === 'microcompact' ? 'Old tool results dropped' : 'Compacted'}</span>
        {before !== undefined && ` ${tokens(before)}${after === undefined ? '' : ` → ${tokens(after)}`} tokens${freed}`}
        {item.leftOut > 0 && ` · ${count(item.leftOut, 'entry')} left out`}{' '}
        <Link href={sessionAddress(sessionKey, 'compactions')}>What was dropped</Link>
      </p>
      {item.summary && (
        <details>
          <summary>Summary</summary>
          <Prose text={item.summary.text} />
          <More lines={item.summary.moreLines} characters={item.summary.moreCharacters} />
        </details>
      )}
    </div>
  )
}
