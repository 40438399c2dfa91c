import { expect, test } from 'vitest'
import { type FieldTable, REFERENCES } from '../../src/reshape/ids/references.js'
import { ID_FIELDS, type IdFields } from '../../src/reshape/verdict/id-fields.js'

const made = ({ all }: FieldTable, above = ''): readonly string[] =>
  all.flatMap(({ key, rule }) => (typeof rule === 'object' ? made(rule, `${above}${key}.`) : [above + key]))

const judged = (fields: IdFields, above = ''): readonly string[] =>
  Object.entries(fields).flatMap(([key, kind]) =>
    typeof kind === 'object' ? judged(kind, `${above}${key}.`) : [above + key],
  )

test('a field that holds ids is in both lists, or forgotten in one of them', () => {
  expect(made(REFERENCES).toSorted()).toEqual(judged(ID_FIELDS).toSorted())
})
