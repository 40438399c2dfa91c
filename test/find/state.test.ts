// What keys make of the finder, without a terminal.

import { expect, test } from 'vitest'
import { type FoundCard, narrow, together } from '../../src/actions/find/find.js'
import type { SessionCard } from '../../src/actions/session/session-card.js'
import { type KeyName, keyDecoder } from '../../src/cli/finder/keys.js'
import { EMPTY, type FinderState, pressed, withFound, withRows, withTrouble } from '../../src/cli/finder/state.js'

const card = (id: string, title: string): SessionCard =>
  ({ id, path: `/p/${id}.jsonl`, title, project: '/home/ada/tide', gitBranch: 'main' }) as SessionCard
const cards = Array.from({ length: 30 }, (_, at) => card(`id${at}`, `session ${at}`))
const found = (list: readonly SessionCard[]): readonly FoundCard[] => narrow(list, '')
const start = withFound(withRows(EMPTY, 10), found(cards), 30)

const press = (state: FinderState, ...names: readonly KeyName[]) =>
  names.reduce((now, name) => pressed(now, { kind: 'key', name }).state, state)
const type = (state: FinderState, text: string) =>
  keyDecoder()
    .push(text)
    .reduce((now, key) => pressed(now, key).state, state)

test('the selected one is always on the screen', () => {
  for (const names of [
    ['down', 'page-down', 'page-down'],
    ['last'],
    ['last', 'page-up', 'up'],
    ['up'],
    ['last', 'first'],
  ] as const) {
    const { selected, top, rows } = press(start, ...names)
    expect(selected).toBeGreaterThanOrEqual(top)
    expect(selected).toBeLessThan(top + rows)
  }
  expect(press(start, 'last').selected).toBe(29)
  expect(press(start, 'up').selected).toBe(0)
})

test('typing asks for a narrower list, and begins at its top', () => {
  const { state, wanted } = pressed(press(start, 'last'), { kind: 'text', text: 'x' })
  expect([state.query, state.selected, wanted.kind]).toEqual(['x', 0, 'narrow'])
})

test('words and lines are taken back; escape empties the line, then ends', () => {
  expect(press(type(start, 'tide tab'), 'delete-word').query).toBe('tide ')
  expect(press(type(start, 'tide'), 'delete-word').query).toBe('')
  expect(press(type(start, 'a😀'), 'backspace').query).toBe('a')
  const emptied = pressed(type(start, 'tide'), { kind: 'key', name: 'escape' })
  expect([emptied.state.query, emptied.wanted.kind]).toEqual(['', 'narrow'])
  expect(pressed(emptied.state, { kind: 'key', name: 'escape' }).wanted.kind).toBe('quit')
})

test('each key does its work with the selected session, and nothing where there is none', () => {
  const chosen = press(start, 'down')
  for (const [name, choice] of [
    ['enter', 'show'],
    ['resume', 'resume'],
    ['clone', 'clone'],
    ['trim', 'trim'],
  ] as const)
    expect(pressed(chosen, { kind: 'key', name }).wanted).toEqual({ kind: 'run', choice, path: '/p/id1.jsonl' })
  expect(pressed(chosen, { kind: 'key', name: 'copy' }).wanted).toEqual({ kind: 'copy', id: 'id1' })
  expect(pressed(EMPTY, { kind: 'key', name: 'enter' }).wanted).toEqual({ kind: 'nothing' })
})

test('what was selected stays selected when more sessions come', () => {
  const chosen = press(start, 'down', 'down')
  expect(withFound(chosen, found([card('new', 'new'), ...cards]), 31).selected).toBe(3)
})

test('where not all could be read, those that are there stay, and the next letter takes the word away', () => {
  const told = withTrouble(start, new Error('EACCES: permission denied'))
  expect(told.found).toBe(start.found)
  expect(told.status).toBe('Not all sessions were read: EACCES: permission denied')
  expect(type(told, 'x').status).toBe('')
})

test('names first, newest first where they fit alike; then what only a text says', () => {
  const list = [card('a', 'tide table'), card('b', 'moon'), card('c', 'tide table')]
  const texts = [list[1]!, list[2]!].map(one => ({
    card: one,
    marks: [],
    hit: { turn: 1, snippet: 'tide', marks: [] },
  }))
  const all = together(narrow(list, 'tide table'), texts)
  expect(all.map(one => [one.card.id, one.hit !== null])).toEqual([
    ['a', false],
    ['c', true],
    ['b', true],
  ])
})
