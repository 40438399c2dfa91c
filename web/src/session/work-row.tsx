// A tool call in one line: what was done to what, and how it went. It opens in place.

import { useState } from 'react'
import type { ShownTool } from '../../../src/actions/read/index.js'
import { headOf, notesOf, STATE } from '../../../src/present/show/tool-lines.js'
import { api } from '../api.js'
import { Answer } from '../parts/states.js'
import { useAsked } from '../use-asked.js'
import { type Reading, useReading } from './reading.js'
import { ToolView } from './tool-view.js'

const GLYPHS: Readonly<Record<ShownTool['form']['form'], string>> = {
  shell: '$',
  edit: '✎',
  read: '≡',
  search: '⌕',
  todos: '☑',
  agent: '▸',
  web: '↗',
  question: '?',
  plan: '▤',
  task: '▪',
  other: '•',
}

export function WorkRow({
  tool,
  turn,
  isInner,
}: {
  readonly tool: ShownTool
  readonly turn: number
  readonly isInner?: boolean
}) {
  const reading = useReading()
  const failed = tool.result?.isError === true
  const [isOpen, setOpen] = useState(failed && !tool.result?.refused && !isInner)
  const { name, subject } = headOf(tool.form, tool, { project: reading.project, whole: false })
  const notes = notesOf(tool)
  const isPicked = reading.picked.has(tool.id)
  return (
    <div className={`work-row ${failed ? 'failed' : ''} ${isPicked ? 'picked' : ''}`} data-call={tool.id}>
      <div className="work-line">
        <button type="button" className="work-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="glyph" aria-hidden="true">
            {GLYPHS[tool.form.form]}
          </span>
          <span className="tool-name">{name}</span>
          <span className="subject ellipsis">{subject}</span>
          {failed && <span className="bad-text nowrap">{tool.result?.refused ? 'refused' : 'failed'}</span>}
          {tool.state !== 'paired' && <span className="warn-text nowrap">{STATE[tool.state]}</span>}
          {notes.length > 0 && <span className="muted nowrap">{notes.join(', ')}</span>}
          {tool.agents.length > 0 && (
            <span className="chip">{tool.agents.length === 1 ? 'agent' : `${tool.agents.length} agents`}</span>
          )}
        </button>
        {!isInner && (
          <label className="pick" title="Take this call out of a copy">
            <input type="checkbox" checked={isPicked} onChange={() => reading.pick(tool.id)} />
            <span className="visually-hidden">Take out {name}</span>
          </label>
        )}
      </div>
      {isOpen &&
        (isInner ? <ToolView tool={tool} turn={turn} /> : <WholeCall tool={tool} turn={turn} reading={reading} />)}
    </div>
  )
}

/** The row had the beginning; opened, it has all of it. */
function WholeCall({
  tool,
  turn,
  reading,
}: {
  readonly tool: ShownTool
  readonly turn: number
  readonly reading: Reading
}) {
  const asked = useAsked(`${reading.sessionKey} ${reading.leaf} ${turn} ${tool.id}`, asking =>
    api.call(reading.sessionKey, turn, tool.id, { leaf: reading.leaf }, { signal: asking.signal }),
  )
  return <Answer asked={asked}>{whole => <ToolView tool={whole} turn={turn} />}</Answer>
}
