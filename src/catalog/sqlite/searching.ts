// Questions in the language of FTS5 and SQL.
//
// Whole words and phrases are in `words`, parts of identifiers in `parts`. A text answers where each group of
// alternatives is met by one of the two. Most are met by whole words alone: these have a score. The others follow.

import type { Alternatives, Phrase, Question, TextFilters } from '../query/question.js'
import { tokensOf } from '../query/words.js'
import { type FoundSource, type FoundText, type HitOrder, TEXT_FIELDS, type TextField } from '../store.js'
import type { Database, Row, Value } from './driver.js'
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

/** So many texts have their score looked up, which takes far longer than counting them. */
const MOST_SCORED = 4000
/** Where there are more, the best of them are among these; the first set that is small enough counts. */
const WEIGHTY: readonly (readonly TextField[])[] = [
  ['title', 'path', 'prompt', 'answer'],
  ['title', 'path', 'prompt'],
  ['title', 'path'],
]

/** Every source that answers, with all its hits; what is said in very many texts has its score from the weightiest. */
export function searchSources(db: Database, question: Question): readonly FoundSource[] {
  const found = new Map<number, { readonly hits: number; score: number }>()
  let hits = 0
  // Where no word is looked for, nothing is better than anything else.
  const least = matchOf(question) === undefined ? 0 : Number(LOOSE_SCORE)
  for (const row of rowsOf(db, countQuery(db, question))) {
    found.set(number(row['source']), { hits: number(row['hits']), score: least })
    hits += number(row['hits'])
  }
  const isScored = hits > 0 && hits <= (question.scoredUpTo ?? Infinity)
  const scored = isScored ? scoredQuestion(db, question, hits) : undefined
  if (scored) {
    for (const row of rowsOf(db, scoreQuery(db, scored))) {
      const one = found.get(number(row['source']))
      if (one) one.score = Math.max(one.score, number(row['score']))
    }
  }
  const source = db.prepare(`SELECT ${SOURCE_COLUMNS} FROM sources WHERE id = ?`)
  return [...found].map(([id, { hits, score }]) => ({ source: sourceOf(source.get(id)!), hits, score }))
}

function rowsOf(db: Database, { sql, values }: Sql): readonly Row[] {
  return db.prepare(sql).all(...values)
}

/** The question as far as scores are worth their time; undefined where they are not. */
function scoredQuestion(db: Database, question: Question, hits: number): Scored | undefined {
  const wanted = matchOf(question)
  if (wanted === undefined) return undefined
  if (hits <= MOST_SCORED) return { question }
  for (const columns of WEIGHTY) {
    const asked = columns.filter(column => question.fields?.includes(column) ?? true)
    if (asked.length === 0) return undefined
    const row = db
      .prepare('SELECT count(*) AS n FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)')
      .get(within(wanted, asked), MOST_SCORED + 1)
    if (number(row?.['n']) <= MOST_SCORED) return { question, columns: asked }
  }
  return undefined
}

interface Scored {
  readonly question: Question
  /** Only in these. */
  readonly columns?: readonly TextField[]
}

function within(match: string, columns: readonly TextField[]): string {
  return `{${columns.join(' ')}} : (${match})`
}

/** Exported, as the others are, for the test that looks at their plans. */
export function countQuery(db: Database, question: Question): Sql {
  const matches = matchesQuery(question)
  const filters = textConditions(db, question, matches === undefined)
  const where = filters.sql === '' ? '' : ` WHERE ${filters.sql}`
  const from = matches ? `matches${filters.sql === '' ? '' : ' CROSS JOIN texts ON texts.id = matches.id'}` : 'texts'
  const id = matches ? 'matches.id' : 'texts.id'
  return bySource(
    `${matches ? `${matches.sql}, ` : 'WITH '}found AS MATERIALIZED (SELECT ${id} >> ${SHIFT} AS block, count(*) AS hits ` +
      `FROM ${from}${where} GROUP BY 1)`,
    'sum(found.hits) AS hits',
    [...(matches?.values ?? []), ...filters.values],
  )
}

/** Of whole words; what only a part of an identifier answers has no score of its own. */
export function scoreQuery(db: Database, { question, columns }: Scored): Sql {
  const { sql, values } = wholeWords(question, columns)
  const filters = textConditions(db, question, false)
  const texts = filters.sql === '' ? '' : ` CROSS JOIN texts ON texts.id = whole.id WHERE ${filters.sql}`
  return bySource(
    `${sql}, found AS MATERIALIZED (SELECT whole.id >> ${SHIFT} AS block, max(score) AS score FROM whole${texts} GROUP BY 1)`,
    'max(found.score) AS score',
    [...values, ...filters.values],
  )
}

function bySource(found: string, column: string, values: readonly Value[]): Sql {
  return {
    sql: `${found} SELECT blocks.source AS source, ${column} FROM found CROSS JOIN blocks ON blocks.id = found.block GROUP BY 1`,
    values,
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

/** All groups, in the language of FTS5; undefined where no word is looked for. */
function matchOf({ all, none }: Question): string | undefined {
  const groups = all.map(written).filter(group => group.whole !== '')
  if (groups.length === 0) return undefined
  const wanted = groups.map(group => `(${group.whole})`).join(' AND ')
  const unwanted = written(none).whole
  return unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`
}

const NO_SCORE = `, ${LOOSE_SCORE} AS score`
const SCORE = `, -bm25(words, ${WEIGHTS}) AS score`

/** `WITH whole(id, score)`: the texts that whole words answer. */
function wholeWords(question: Question, columns?: readonly TextField[], range?: Range, score = SCORE): Sql {
  const match = matchOf(question) ?? ''
  const unwanted = written(question.none)
  const without = unwanted.loose === '' ? '' : ` AND rowid NOT IN (${idsIn('parts', range)})`
  return {
    // With a score it is worked out once; without, it is faster to go through it twice than to write it down.
    sql: `WITH whole AS ${score === '' ? 'NOT ' : ''}MATERIALIZED (SELECT rowid AS id${score} FROM words WHERE words MATCH ?${inRange(range)}${without})`,
    values: [columns ? within(match, columns) : match, ...(without === '' ? [] : [unwanted.loose])],
  }
}

function inRange(range: Range | undefined): string {
  return range ? ` AND rowid BETWEEN ${range.first} AND ${range.last}` : ''
}

function idsIn(table: string, range: Range | undefined): string {
  return `SELECT rowid FROM ${table} WHERE ${table} MATCH ?${inRange(range)}`
}

/** `WITH … matches(id, score)`, of a range with a score, else without; undefined where no word is looked for. */
function matchesQuery(question: Question, range?: Range): Sql | undefined {
  const { all, none, scoredUpTo } = question
  const groups = all.map(written).filter(group => group.whole !== '')
  if (groups.length === 0) return undefined
  const unwanted = written(none)
  // A score takes a look at every text that has the word, also at those of other sources.
  const whole = wholeWords(question, undefined, range, range ? (scoredUpTo === 0 ? NO_SCORE : SCORE) : '')
  const score = range ? ', score' : ''
  if (groups.every(group => group.loose === ''))
    return { sql: `${whole.sql}, matches AS (SELECT id${score} FROM whole)`, values: whole.values }
  const loose = looseQuery(groups, unwanted, range)
  return {
    sql:
      `${whole.sql}, matches AS (SELECT id${score} FROM whole UNION ALL SELECT rowid${range ? `, ${LOOSE_SCORE}` : ''} ` +
      `FROM (${loose.sql}) WHERE rowid NOT IN (SELECT id FROM whole))`,
    values: [...whole.values, ...loose.values],
  }
}

/** Texts in which a part of an identifier meets a group. They are few: the rest is only asked where there is one at all. */
function looseQuery(groups: readonly Written[], unwanted: Written, range: Range | undefined): Sql {
  const any = groups.flatMap(group => (group.loose === '' ? [] : [group.loose])).join(' OR ')
  const conditions: Sql[] = []
  if (groups.length > 1)
    for (const { whole, loose } of groups)
      conditions.push(
        loose === ''
          ? { sql: `IN (${idsIn('words', range)})`, values: [whole] }
          : { sql: `IN (${idsIn('parts', range)} UNION ${idsIn('words', range)})`, values: [loose, whole] },
      )
  if (unwanted.whole !== '') conditions.push({ sql: `NOT IN (${idsIn('words', range)})`, values: [unwanted.whole] })
  if (unwanted.loose !== '') conditions.push({ sql: `NOT IN (${idsIn('parts', range)})`, values: [unwanted.loose] })
  return {
    // The plus keeps it from asking the parts once for each of these.
    sql: [idsIn('parts', range), ...conditions.map(({ sql }) => `+rowid ${sql}`)].join(' AND '),
    values: [any, ...conditions.flatMap(({ values }) => values)],
  }
}

interface Written {
  readonly whole: string
  readonly loose: string
}

/** In the language of FTS5: by whole words, and by parts of identifiers, where single words are asked for. */
function written(group: Alternatives): Written {
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

export function wordsLike(db: Database, beginning: string, limit: number): readonly string[] {
  return db
    .prepare('SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?')
    .all(beginning, `${beginning}\u{10ffff}`, limit)
    .map(row => text(row['term']))
}
