// Questions in the language of FTS5 and SQL.
//
// Whole words and phrases are in `words`, parts of identifiers in `parts`. A text answers where each group of
// alternatives is met by one of the two. Most are met by whole words alone: these have a score. The others follow.

import type { Alternatives, Phrase, Question, TextFilters } from '../query/question.js'
import { tokensOf } from '../query/words.js'
import { type FoundSource, type FoundText, type HitOrder, TEXT_FIELDS } from '../store.js'
import type { Database, Value } from './driver.js'
import { foundText, number, SOURCE_COLUMNS, sourceOf, text } from './rows.js'
import { COLUMNS, SHIFT } from './schema.js'

/** What is said in a title counts more than what a tool has printed. */
const WEIGHT = { output: 1, input: 1.5, answer: 3, thinking: 1, prompt: 4, title: 10, path: 5 }
const WEIGHTS = COLUMNS.map(column => WEIGHT[column].toFixed(1)).join(', ')
/** Of a text that has the word only as a part of another one. */
const LOOSE_SCORE = '0.01'

/** A part of a query, and the values of its question marks. */
export interface Sql {
  readonly sql: string
  readonly values: readonly Value[]
}

/** The texts of one source lie in this range. */
interface Range {
  readonly first: number
  readonly last: number
}

export function searchSources(db: Database, question: Question): readonly FoundSource[] {
  const { sql, values } = sourcesQuery(db, question)
  return db
    .prepare(sql)
    .all(...values)
    .map(row => ({ source: sourceOf(row), hits: number(row['hits']), score: number(row['score']) }))
}

/** Exported for the test that looks at its plan. */
export function sourcesQuery(db: Database, question: Question): Sql {
  const matches = matchesQuery(question)
  const filters = textConditions(db, question, matches === undefined)
  const where = filters.sql === '' ? '' : ` WHERE ${filters.sql}`
  const found = matches
    ? `${matches.sql}, found AS MATERIALIZED (SELECT matches.id >> ${SHIFT} AS block, count(*) AS hits, max(score) AS score ` +
      `FROM matches${filters.sql === '' ? '' : ' CROSS JOIN texts ON texts.id = matches.id'}${where} GROUP BY 1)`
    : `WITH found AS MATERIALIZED (SELECT texts.id >> ${SHIFT} AS block, count(*) AS hits, 0.0 AS score FROM texts${where} GROUP BY 1)`
  return {
    sql:
      `${found} SELECT sum(found.hits) AS hits, max(found.score) AS score, ${sourceColumns()} FROM found ` +
      'CROSS JOIN blocks ON blocks.id = found.block CROSS JOIN sources ON sources.id = blocks.source GROUP BY sources.id',
    values: [...(matches?.values ?? []), ...filters.values],
  }
}

export function searchTexts(
  db: Database,
  question: Question,
  source: string,
  limit: number,
  order: HitOrder,
): readonly FoundText[] {
  const row = db
    .prepare(
      `SELECT sources.id AS id, min(blocks.id) << ${SHIFT} AS first, (max(blocks.id) + 1) << ${SHIFT} AS behind FROM sources ` +
        'JOIN blocks ON blocks.source = sources.id WHERE sources.path = ?',
    )
    .get(source)
  if (row?.['id'] == null) return []
  const range = { first: number(row['first']), last: number(row['behind']) - 1 }
  const { sql, values } = textsQuery(db, question, range, order)
  return db
    .prepare(sql)
    .all(...values, row['id'], limit)
    .map(one => foundText(one, source))
}

/** Behind its values stand the source and the limit. */
export function textsQuery(db: Database, question: Question, range: Range, order: HitOrder): Sql {
  const matches = matchesQuery(question, range)
  const filters = textConditions(db, question, matches === undefined)
  const and = filters.sql === '' ? '' : ` AND ${filters.sql}`
  const columns = 'field, line, offset, length, names.text AS tool, error, time'
  const by = order === 'newest' ? 'texts.id DESC' : 'score DESC, texts.id'
  const rest =
    `LEFT JOIN names ON names.id = texts.tool WHERE texts.id BETWEEN ${range.first} AND ${range.last}${and} ` +
    `AND EXISTS (SELECT 1 FROM blocks WHERE blocks.id = texts.id >> ${SHIFT} AND blocks.source = ?) ORDER BY ${by} LIMIT ?`
  return {
    sql: matches
      ? `${matches.sql} SELECT ${columns}, score FROM matches CROSS JOIN texts ON texts.id = matches.id ${rest}`
      : `SELECT ${columns}, 0.0 AS score FROM texts ${rest}`,
    values: [...(matches?.values ?? []), ...filters.values],
  }
}

/** `WITH … matches(id, score)`; undefined where no word is looked for. */
function matchesQuery({ all, none }: Question, range?: Range): Sql | undefined {
  const groups = all.map(written).filter(group => group.whole !== '')
  if (groups.length === 0) return undefined
  const unwanted = written(none)
  const wanted = groups.map(group => `(${group.whole})`).join(' AND ')
  const within = range ? ` AND rowid BETWEEN ${range.first} AND ${range.last}` : ''
  const from = (table: string): string => `SELECT rowid FROM ${table} WHERE ${table} MATCH ?${within}`
  const without = unwanted.loose === '' ? '' : ` AND rowid NOT IN (${from('parts')})`
  const whole =
    `WITH whole AS MATERIALIZED (SELECT rowid AS id, -bm25(words, ${WEIGHTS}) AS score FROM words ` +
    `WHERE words MATCH ?${within}${without})`
  const wholeValues = [
    unwanted.whole === '' ? wanted : `(${wanted}) NOT (${unwanted.whole})`,
    ...(without === '' ? [] : [unwanted.loose]),
  ]
  if (groups.every(group => group.loose === ''))
    return { sql: `${whole}, matches AS (SELECT id, score FROM whole)`, values: wholeValues }
  // A group that parts cannot meet is met by whole words here too.
  const each = groups.map(group => (group.loose === '' ? [from('words')] : [from('parts'), from('words')]))
  const ids = each.map(tables => `SELECT rowid FROM (${tables.join(' UNION ')})`).join(' INTERSECT ')
  const not =
    unwanted.whole === '' ? '' : ` EXCEPT ${from('words')}${unwanted.loose === '' ? '' : ` EXCEPT ${from('parts')}`}`
  const isOne = groups.length === 1 && not === ''
  const looseIds = isOne ? from('parts') : `SELECT rowid FROM (${ids})${not}`
  const looseValues = isOne
    ? [groups[0]!.loose]
    : [
        ...groups.flatMap(group => (group.loose === '' ? [group.whole] : [group.loose, group.whole])),
        ...(unwanted.whole === '' ? [] : [unwanted.whole, ...(unwanted.loose === '' ? [] : [unwanted.loose])]),
      ]
  return {
    sql:
      `${whole}, matches AS (SELECT id, score FROM whole UNION ALL SELECT rowid, ${LOOSE_SCORE} FROM (${looseIds}) ` +
      'WHERE rowid NOT IN (SELECT id FROM whole))',
    values: [...wholeValues, ...looseValues],
  }
}

/** In the language of FTS5: by whole words, and by parts of identifiers, where single words are asked for. */
function written(group: Alternatives): { readonly whole: string; readonly loose: string } {
  const phrases = group.map(phrase).filter(one => one.written !== '')
  return {
    whole: phrases.map(one => one.written).join(' OR '),
    loose: phrases
      .filter(one => one.isWord)
      .map(one => one.written)
      .join(' OR '),
  }
}

/** Tokens hold letters and digits only, so nothing in them can be taken for a word of the language. */
function phrase(one: Phrase): { readonly written: string; readonly isWord: boolean } {
  const { tokens, isPrefix } = tokensOf(one)
  if (tokens.length === 0) return { written: '', isWord: false }
  return {
    written: `"${tokens.join(' ')}"${isPrefix ? ' *' : ''}`,
    isWord: tokens.length === 1 && /^[a-z]/.test(tokens[0]!),
  }
}

/** `alone`: no words are looked for, so everything must be told by the texts themselves. */
function textConditions(db: Database, question: Question, alone: boolean): Sql {
  const { text: filters, fields, none } = question
  const conditions: Sql[] = [...filterConditions(db, filters)]
  if (fields !== undefined) {
    const numbers = fields.map(field => TEXT_FIELDS.indexOf(field))
    conditions.push({ sql: `texts.field IN (${numbers.join(', ')})`, values: [] })
  }
  if (alone) {
    const unwanted = written(none)
    for (const [table, match] of [
      ['words', unwanted.whole],
      ['parts', unwanted.loose],
    ] as const)
      if (match !== '')
        conditions.push({ sql: `texts.id NOT IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?)`, values: [match] })
    // Titles answer words, not filters.
    conditions.push({ sql: `texts.field <> ${TEXT_FIELDS.indexOf('title')}`, values: [] })
  }
  return { sql: conditions.map(one => one.sql).join(' AND '), values: conditions.flatMap(one => one.values) }
}

function* filterConditions(db: Database, filters: TextFilters): Generator<Sql> {
  if (filters.tools.length > 0)
    yield { sql: `texts.tool IN (${toolNumbers(db, filters.tools).join(', ')})`, values: [] }
  if (filters.notTools.length > 0)
    yield { sql: `ifnull(texts.tool, 0) NOT IN (${toolNumbers(db, filters.notTools).join(', ')})`, values: [] }
  if (filters.isError !== undefined) yield { sql: 'texts.error = ?', values: [filters.isError ? 1 : 0] }
  if (filters.since !== undefined) yield { sql: 'texts.time >= ?', values: [filters.since] }
  if (filters.before !== undefined) yield { sql: 'texts.time < ?', values: [filters.before] }
}

function toolNumbers(db: Database, tools: readonly string[]): readonly number[] {
  const patterns = tools.map(tool => tool.replace(/[\\%_]/g, '\\$&').replace(/\*$/, '%'))
  const like = patterns.map(() => "text LIKE ? ESCAPE '\\'").join(' OR ')
  return db
    .prepare(`SELECT id FROM names WHERE ${like}`)
    .all(...patterns)
    .map(row => number(row['id']))
}

function sourceColumns(): string {
  return SOURCE_COLUMNS.split(', ')
    .map(column => `sources.${column} AS ${column}`)
    .join(', ')
}

export function wordsLike(db: Database, beginning: string, limit: number): readonly string[] {
  return db
    .prepare('SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?')
    .all(beginning, `${beginning}\u{10ffff}`, limit)
    .map(row => text(row['term']))
}
