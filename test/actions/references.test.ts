// Short references in every use case that takes a session. What stands where is counted in the sample's lines.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context } from '../../src/actions/context/index.js'
import { files, show, tools, turns } from '../../src/actions/read/index.js'
import { clone, cut } from '../../src/actions/reshape/index.js'
import { rm } from '../../src/actions/undo/rm.js'
import { SAMPLES, sharedSamplesHome } from './samples-home.js'

const { place } = sharedSamplesHome()
const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const LINES = readFileSync(join(SAMPLES, 'projects', '-home-ada-weather-station', `${LONG}.jsonl`), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Record<string, unknown>)

test('show: turns, a line, a message', async () => {
  const numbers = async (session: string) => (await show(place, { session })).turns.map(turn => turn.number)
  expect(await numbers('10a6:t8')).toEqual([8])
  expect(await numbers('10a6:t8..t10')).toEqual([8, 9, 10])
  const line = LINES.findIndex(one => JSON.stringify(one).includes('My father wants knots.')) + 1
  const atLine = await show(place, { session: `10a6:L${line}` })
  expect(atLine.turns.map(turn => turn.number)).toEqual([8])
  expect(atLine.turns.flatMap(turn => turn.items.map(item => item.kind))).toEqual(['prompt'])
  // The messages before it: prompts and results each one, the entries of one answer one together.
  const ids = LINES.slice(0, line).flatMap(one => {
    const { id } = (one['message'] ?? {}) as { readonly id?: string }
    return one['type'] === 'user' ? [one['uuid']] : one['type'] === 'assistant' ? [id] : []
  })
  expect(await show(place, { session: `10a6:m${new Set(ids).size}` })).toEqual(atLine)
})

test('a result is shown with its call, whichever of them is named', async () => {
  interface Call {
    readonly message?: { readonly content?: readonly { readonly type: string; readonly id?: string }[] }
  }
  const blockOf = (one: unknown) =>
    [(one as Call).message?.content ?? []].flat().find(block => block.type === 'tool_use')
  const call = LINES.findIndex(one => blockOf(one) !== undefined) + 1
  const id = blockOf(LINES[call - 1])!.id!
  const result = LINES.findIndex(one => JSON.stringify(one).includes(`"tool_use_id":"${id}"`)) + 1
  const [byCall, byResult] = [
    await show(place, { session: `10a6:L${call}` }),
    await show(place, { session: `10a6:L${result}` }),
  ]
  expect(byCall.turns.flatMap(turn => turn.items)).toHaveLength(1)
  expect(byCall.turns.flatMap(turn => turn.items)[0]).toMatchObject({ kind: 'tool', id, state: 'paired' })
  expect(byResult).toEqual(byCall)
})

test('a turn of an abandoned branch is read on that branch', async () => {
  const { turns: shown, session } = await show(place, { session: '4e81:t3' })
  expect(session.branch).toBe(2)
  expect(shown.map(turn => turn.number)).toEqual([3])
  expect((await turns(place, { session: '4e81:t3' })).turns.map(turn => turn.index)).toEqual([3])
})

test('turns, tools and files of a place', async () => {
  expect((await turns(place, { session: '10a6:t2..t4' })).turns.map(turn => turn.index)).toEqual([2, 3, 4])
  const all = await tools(place, { session: '10a6' })
  expect((await tools(place, { session: '10a6:t2' })).calls).toEqual(all.calls.filter(call => call.turn === 2))
  const every = await files(place, { session: '10a6' })
  const named = (await files(place, { session: '10a6:t8' })).files.map(file => file.path)
  expect(named).toEqual(every.files.filter(file => file.turns.includes(8)).map(file => file.path))
  expect(named.length).toBeGreaterThan(0)
})

test('context ends there, clone ends after the turn, cut takes the turns', async () => {
  const upTo = await context(place, { session: '10a6:t1' })
  const last = upTo.messages.findLast(message => message.lines.length > 0)!
  const end = (await turns(place, { session: '10a6:t1' })).turns[0]!.lines[1]
  expect(Math.max(...last.lines)).toBeLessThanOrEqual(end)
  const named = await clone(place, { reference: '10a6:t1', dryRun: true, idsFrom: 'x' })
  expect(named.after).toEqual((await clone(place, { reference: '10a6', toTurn: 1, dryRun: true, idsFrom: 'x' })).after)
  const without = await cut(place, { reference: '10a6:t2..t3', dryRun: true, idsFrom: 'x' })
  const same = await cut(place, { reference: '10a6', turns: [{ from: 2, to: 3 }], dryRun: true, idsFrom: 'x' })
  expect(without.after).toEqual(same.after)
})

test('what works on whole sessions refuses a place: nothing more is removed than was named', async () => {
  await expect(rm(place, '10a6:t1', { dryRun: true })).rejects.toMatchObject({ code: 'point-not-taken', exitCode: 2 })
  await expect(clone(place, { reference: '10a6:t1', toTurn: 2, dryRun: true })).rejects.toMatchObject({ code: 'usage' })
  await expect(cut(place, { reference: '10a6:L3', dryRun: true })).rejects.toMatchObject({ code: 'point-not-taken' })
})

test('a place that is not there is an error that says what there is', async () => {
  await expect(show(place, { session: '10a6:t99' })).rejects.toThrow('its turns are 1 to 12')
  await expect(show(place, { session: '10a6:L9999' })).rejects.toThrow(`the file has ${LINES.length} lines`)
  await expect(show(place, { session: '10a6:m9999' })).rejects.toThrow('no message 9999')
  await expect(show(place, { session: 'nobody:t1' })).rejects.toMatchObject({ code: 'session-unknown' })
})
