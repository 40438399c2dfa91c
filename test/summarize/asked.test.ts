// Of many prompts only those are held that a summary may show: it says the same as if all were.

import { describe, expect, test } from 'vitest'
import { type AskedTurn, askedLedger, FIRST_ASKED, MOST_ASKED } from '../../src/summarize/extractive/asked.js'

/** All held. */
function plainly(said: readonly Event[]): readonly AskedTurn[] {
  const asked = said.filter(one => one.kind === 'ask')
  const endings = new Map(said.filter(one => one.kind === 'say').map(({ turn, text }) => [turn, text]))
  const stopped = new Set(said.filter(one => one.kind === 'stop').map(one => one.turn))
  const all = asked.map(({ turn, text }, at) => {
    const isLast = asked[at + 1]?.turn !== turn
    return { turn, text, ending: isLast ? endings.get(turn) : undefined, isInterrupted: isLast && stopped.has(turn) }
  })
  return all.length <= MOST_ASKED
    ? all
    : [...all.slice(0, FIRST_ASKED), ...all.slice(all.length - MOST_ASKED + FIRST_ASKED)]
}

interface Event {
  readonly kind: 'ask' | 'say' | 'stop'
  readonly turn: number
  readonly text: string
}

function events(turns: number): readonly Event[] {
  return Array.from({ length: turns }, (_, turn): readonly Event[] => [
    { kind: 'ask', turn, text: `ask ${turn}` },
    ...(turn % 3 === 1 ? [{ kind: 'ask', turn, text: `also ${turn}` } as const] : []),
    ...(turn % 4 < 3 ? [{ kind: 'say', turn, text: `said ${turn}` } as const] : []),
    ...(turn % 5 === 0 ? [{ kind: 'stop', turn, text: '' } as const] : []),
    ...(turn % 7 === 0 ? [{ kind: 'say', turn, text: `at last ${turn}` } as const] : []),
  ]).flat()
}

describe.each([0, 1, 2, 3, 299, 300, 301, 302, 1000, 5000])('%s turns', turns => {
  test('first and newest prompts with how their turns ended', () => {
    const ledger = askedLedger()
    const all = events(turns)
    for (const { kind, turn, text } of all) {
      if (kind === 'ask') ledger.ask(turn, text)
      else if (kind === 'say') ledger.say(turn, text)
      else ledger.interrupt(turn)
    }
    expect(ledger.count()).toBe(all.filter(one => one.kind === 'ask').length)
    expect(ledger.list()).toEqual(plainly(all))
    const last = all.findLast(one => one.kind === 'say')
    expect(ledger.lastSaid()).toEqual(last && { turn: last.turn, text: last.text })
  })
})
