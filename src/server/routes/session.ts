// One session: its outline first, then its turns page by page; anything else of it when it is asked for.

import type { Context, Hono } from 'hono'
import { check } from '../../actions/check/index.js'
import { contextPage, ledger, sideBySide } from '../../actions/context/index.js'
import {
  changesTo,
  compactions,
  DEPTHS,
  files,
  graph,
  outline,
  rawLine,
  type ShownItem,
  type ShownTurn,
  sessionEnd,
  show,
  stats,
} from '../../actions/read/index.js'
import { InputError } from '../../format/error.js'
import { differencesIn, numberIn, oneOf, wholeNumber, wordIn } from '../asked-words.js'
import { answered } from '../envelope.js'
import { doingOf, type Reading } from '../serving.js'
import { streamed } from '../streamed.js'

/** A page of turns is no larger than a screen or two need. */
const MOST_TURNS = 40
/** Of one turn: the rest of a long one is asked for as it is reached. */
const MOST_ITEMS = 120
/** What a row shows before it is opened, and after. */
const IN_A_ROW = { lines: 6, characters: 600 }
const OPENED = { lines: 2000, characters: 100_000 }
const MOST_MESSAGES = 50

export function sessionRoutes(app: Hono, { place }: Reading): void {
  const { kept: _, ...byPath } = place
  const at = '/api/sessions/:key'
  const sessionOf = (c: Context) => ({ session: c.req.param('key')!, ...leafOf(c) })

  app.get(`${at}/outline`, c => streamed(c, doing => outline(place, sessionOf(c), doing)))

  /** The last words of a long session, at once, while all of it is read. */
  app.get(`${at}/end`, async c =>
    answered(c, await sessionEnd(place, { ...sessionOf(c), atMost: IN_A_ROW }, doingOf(c))),
  )

  app.get(`${at}/turns`, async c => {
    const from = numberIn(c, 'from') ?? 0
    const numbers = wordIn(c, 'numbers')
      ?.split(',')
      .map(word => wholeNumber(word, 'numbers'))
    const depth = oneOf(wordIn(c, 'depth'), 'depth', DEPTHS) ?? 'answers'
    const report = await show(
      place,
      {
        ...sessionOf(c),
        turns: numbers
          ? numbers.slice(0, MOST_TURNS)
          : { from, to: Math.min(numberIn(c, 'to') ?? from, from + MOST_TURNS - 1) },
        depth,
        atMost: IN_A_ROW,
        withMedia: false,
      },
      doingOf(c),
    )
    const first = numberIn(c, 'item') ?? 0
    return answered(c, { ...report, turns: report.turns.map(turn => withSomeItems(turn, first)) })
  })

  /** One call with all that it printed, and the conversations of its subagents. */
  app.get(`${at}/turns/:turn/calls/:call`, async c => {
    const number = wholeNumber(c.req.param('turn'), 'turn')
    const call = c.req.param('call')
    const { turns } = await show(
      place,
      {
        ...sessionOf(c),
        turns: { from: number, to: number },
        depth: 'all',
        agents: true,
        atMost: OPENED,
        withMedia: true,
      },
      doingOf(c),
    )
    const found = itemsWithin(turns.flatMap(turn => turn.items)).find(item => item.kind === 'tool' && item.id === call)
    if (!found) throw new InputError('call-unknown', 'this turn has no such tool call')
    return answered(c, found)
  })

  /** A whole item that a row showed the beginning of. */
  app.get(`${at}/turns/:turn/lines/:line`, async c => {
    const number = wholeNumber(c.req.param('turn'), 'turn')
    const line = wholeNumber(c.req.param('line'), 'line')
    const { turns } = await show(
      place,
      { ...sessionOf(c), turns: { from: number, to: number }, depth: 'all', atMost: OPENED, withMedia: true },
      doingOf(c),
    )
    return answered(c, { items: turns.flatMap(turn => turn.items).filter(item => item.lines.includes(line)) })
  })

  app.get(`${at}/lines/:line`, async c =>
    answered(c, await rawLine(place, { ...sessionOf(c), line: wholeNumber(c.req.param('line'), 'line') }, doingOf(c))),
  )

  app.get(`${at}/ledger`, c => streamed(c, doing => ledger(place, { ...sessionOf(c), ...clientOf(c) }, doing)))

  app.get(`${at}/context`, async c => {
    const from = numberIn(c, 'from') ?? 0
    const to = Math.min(numberIn(c, 'to') ?? from + MOST_MESSAGES, from + MOST_MESSAGES)
    return answered(c, await contextPage(place, { ...sessionOf(c), ...clientOf(c), from, to }, doingOf(c)))
  })

  app.get(`${at}/check`, c =>
    streamed(c, doing => {
      const { path } = place.kept.find(c.req.param('key'))
      return check(byPath, { sessions: [path], secrets: wordIn(c, 'secrets') === 'yes' }, doing)
    }),
  )

  app.get(`${at}/compactions`, c =>
    streamed(c, doing => compactions(place, { session: c.req.param('key')!, ...diffOf(c) }, doing)),
  )

  app.get(`${at}/graph`, c => streamed(c, doing => graph(place, { session: c.req.param('key')! }, doing)))

  app.get(`${at}/stats`, async c => answered(c, await stats(place, { sessions: [c.req.param('key')] }, doingOf(c))))

  app.get(`${at}/files`, async c => {
    const file = wordIn(c, 'file')
    const session = c.req.param('key')!
    return answered(
      c,
      file === undefined
        ? await files(place, { session }, doingOf(c))
        : await changesTo(place, { session, file }, doingOf(c)),
    )
  })

  app.get(`${at}/diff`, c => {
    const request = {
      first: c.req.param('key')!,
      second: wordIn(c, 'with'),
      leafOfFirst: wordIn(c, 'leaf'),
      leafOfSecond: wordIn(c, 'leafOfOther'),
      ...differencesIn(c),
    }
    return streamed(c, doing => sideBySide(place, request, doing))
  })
}

function leafOf(c: Context): { readonly leaf?: string } {
  const leaf = wordIn(c, 'leaf')
  return leaf === undefined ? {} : { leaf }
}

function clientOf(c: Context): { readonly client?: string; readonly model?: string } {
  const [client, model] = [wordIn(c, 'client'), wordIn(c, 'model')]
  return { ...(client === undefined ? {} : { client }), ...(model === undefined ? {} : { model }) }
}

function diffOf(c: Context): { readonly diff?: number } {
  const number = numberIn(c, 'number')
  return number === undefined ? {} : { diff: number }
}

/** What is not sent is counted: the page says so, and asks for it. */
function withSomeItems(turn: ShownTurn, first: number) {
  return {
    ...turn,
    items: turn.items.slice(first, first + MOST_ITEMS),
    firstItem: first,
    allItems: turn.items.length,
  }
}

/** Also those of subagents, to any depth. */
function itemsWithin(items: readonly ShownItem[]): readonly ShownItem[] {
  return items.flatMap(item =>
    item.kind === 'tool' ? [item, ...item.agents.flatMap(agent => itemsWithin(agent.items ?? []))] : [item],
  )
}
