// One field for everything: sessions by title, text in all sessions, pages and commands.

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { go, here, isTeam, type Page, sessionAddress } from './address.js'
import { api, type ListedCard } from './api.js'
import { Dialog } from './parts/dialog.js'
import { age, projectName } from './parts/units.js'
import { safeLine } from './text/safe-text.js'
import { useAsked, useRested } from './use-asked.js'

interface Choice {
  readonly id: string
  readonly words: string
  readonly beside: string
  readonly run: () => void
}

const MOST = 12
const RESTED_MS = 120

export function Palette({ page, onClose }: { readonly page: Page; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const sessions = useAsked('palette', asking => api.sessions({}, { signal: asking.signal }))
  const query = useRested(typed.trim(), RESTED_MS)
  const found = useAsked(query.length > 2 ? query : undefined, asking =>
    api.search({ q: query, limit: 6, refresh: 'no' }, { signal: asking.signal }),
  )
  const choices = useMemo(() => {
    const commands = commandsFor(page)
    const named = (sessions.value?.sessions ?? []).map(sessionChoice)
    const words = typed.trim().toLowerCase()
    const turns = turnChoices(page, words)
    const fitting = [...turns, ...commands, ...named]
      .filter(choice => turns.includes(choice) || fits(choice.words.toLowerCase(), words))
      .slice(0, MOST)
    const texts =
      words.length > 2
        ? (found.value?.sessions ?? []).flatMap(({ key, title, hits }): Choice[] =>
            key === null || hits[0] === undefined
              ? []
              : [
                  {
                    id: `text ${key}`,
                    words: `“${safeLine(hits[0].snippet ?? '')}”`,
                    beside: safeLine(title ?? 'Untitled session'),
                    run: () => go(sessionAddress(key, '', {}, hits[0]!.turn === null ? '' : `t${hits[0]!.turn}`)),
                  },
                ],
          )
        : []
    return [...fitting, ...texts]
  }, [page, sessions.value, found.value, typed])
  const selected = Math.min(at, choices.length - 1)
  const chosen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void chosen.current?.scrollIntoView({ block: 'nearest' })
  })
  const run = (choice: Choice | undefined): void => {
    if (!choice) return
    onClose()
    choice.run()
  }
  return (
    <Dialog label="Search sessions and commands" onClose={onClose}>
      <div className="palette">
        <input
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={choices[selected] ? `${list}-${selected}` : undefined}
          aria-label="Search sessions and commands"
          placeholder="A title, a word, or a command"
          autoComplete="off"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={event => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0) {
              event.preventDefault()
              setAt(Math.max(0, Math.min(choices.length - 1, selected + step)))
            } else if (event.key === 'Enter') run(choices[selected])
          }}
        />
        <div role="listbox" id={list} aria-label="Found">
          {choices.map((choice, index) => (
            <div
              key={choice.id}
              id={`${list}-${index}`}
              ref={index === selected ? chosen : null}
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              onClick={() => run(choice)}
              onKeyDown={event => event.key === 'Enter' && run(choice)}
            >
              <span className="ellipsis">{choice.words}</span>
              <span>{choice.beside}</span>
            </div>
          ))}
          {choices.length === 0 && <p className="waiting">Nothing found</p>}
        </div>
      </div>
    </Dialog>
  )
}

function sessionChoice({ key, title, project, updatedAt }: ListedCard): Choice {
  return {
    id: key,
    words: safeLine(title ?? 'Untitled session'),
    beside: `${safeLine(projectName(project))} · ${age(updatedAt)}`,
    run: () => go(sessionAddress(key)),
  }
}

/** `12`, `t12` and `turn 12` are a turn of the session that is open. */
function turnChoices(page: Page, typed: string): readonly Choice[] {
  const [, turn] = /^(?:t|turn )?(\d{1,6})$/.exec(typed) ?? []
  if (turn === undefined || !('key' in page)) return []
  const to = sessionAddress(page.key, '', {}, `t${turn}`)
  return [{ id: to, words: `Turn ${turn}`, beside: 'go', run: () => go(to) }]
}

function commandsFor(page: Page): readonly Choice[] {
  const command = (words: string, to: string): Choice => ({ id: to, words, beside: 'go', run: () => go(to) })
  return [
    ...('key' in page
      ? [
          command('Read this session', sessionAddress(page.key)),
          command('What the model will see', sessionAddress(page.key, 'context')),
          ...(isTeam
            ? []
            : [
                command('Trim to a budget', sessionAddress(page.key, 'reshape', { verb: 'trim' })),
                command('Strip kinds of content', sessionAddress(page.key, 'reshape', { verb: 'strip' })),
                command('Compress old turns', sessionAddress(page.key, 'reshape', { verb: 'compress' })),
                command('Repair this session', sessionAddress(page.key, 'reshape', { verb: 'repair' })),
                command('Redact secrets', sessionAddress(page.key, 'reshape', { verb: 'redact' })),
                command('Clone this session', sessionAddress(page.key, 'reshape', { verb: 'clone' })),
              ]),
          command('Compare with another session or branch', sessionAddress(page.key, 'compare')),
          command('Check and repair', sessionAddress(page.key, 'check')),
          command('Compactions and what they dropped', sessionAddress(page.key, 'compactions')),
          command('Export and share', sessionAddress(page.key, 'share')),
        ]
      : []),
    command('All sessions', here('/')),
    command('Usage', here('/usage')),
  ]
}

/** All letters, in their order. */
function fits(text: string, typed: string): boolean {
  if (text.includes(typed)) return true
  let from = 0
  for (const letter of typed) {
    const found = text.indexOf(letter, from)
    if (found < 0) return false
    from = found + 1
  }
  return typed.length > 3
}
