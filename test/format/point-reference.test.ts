import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointReference, pointWord, type SessionPoint, sessionPoint } from '../../src/format/point-reference.js'

test('a session with a place behind a colon, and a session alone', () => {
  expect(pointReference('91a14000:t7')).toEqual({ session: '91a14000', point: { kind: 'turns', from: 7, to: 7 } })
  expect(pointReference('91a1:t7..t9')).toEqual({ session: '91a1', point: { kind: 'turns', from: 7, to: 9 } })
  expect(pointReference('latest:t7..9')).toEqual({ session: 'latest', point: { kind: 'turns', from: 7, to: 9 } })
  expect(pointReference('91a1:m31')).toEqual({ session: '91a1', point: { kind: 'message', number: 31 } })
  expect(pointReference('a/b.jsonl:L212..L214')).toEqual({
    session: 'a/b.jsonl',
    point: { kind: 'lines', from: 212, to: 214 },
  })
  for (const whole of [
    '91a14000',
    ':t7',
    'Fix: the tests',
    '91a1:t',
    '91a1:T7',
    '91a1:l7',
    '91a1:t9..t7',
    '91a1:m1..m2',
  ])
    expect(pointReference(whole)).toEqual({ session: whole, point: undefined })
})

test('what is written of a point is read as the same point', () => {
  const number = fc.integer({ min: 0, max: 999_999_999 })
  const range = fc.tuple(number, number).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  const point: fc.Arbitrary<SessionPoint> = fc.oneof(
    range.map(one => ({ kind: 'turns' as const, ...one })),
    range.map(one => ({ kind: 'lines' as const, ...one })),
    number.map(one => ({ kind: 'message' as const, number: one })),
  )
  fc.assert(
    fc.property(point, one => {
      expect(sessionPoint(pointWord(one))).toEqual(one)
    }),
  )
})
