// Questions in the language of PostgreSQL.
//
// The index has every word of a text once, whole words and parts of identifiers. It gives the texts that can answer; whether
// one does is told by its words in order, where a phrase is asked for, or where the text was too large for the index.

import type { Alternatives, Phrase, Question } from '../query/question.js'
import { tokensOf } from '../query/words.js'
import { foundText, number, SOURCE_COLUMNS, sourceOf, text } from '../sqlite/rows.js'
import { type FoundSource, type FoundText, type HitOrder, TEXT_FIELDS, type TextField } from '../store.js'
import type { Connection, Value } from './driver.js'

/** What is said in a title counts more than what a tool has printed, and a word more in a short text than in a long one. */
const WEIGHT: Readonly<Record<TextField, number>> = {
  output: 1,
  input: 1.5,
  answer: 3,
  thinking: 1,
  prompt: 4,
  title: 10,
  path: 5,
}
const LOOSE_SCORE = '0.01'
const WEIGHTS = `(ARRAY[${TEXT_FIELDS.map(field => WEIGHT[field].toFixed(1)).join(', ')}])[texts.field + 1]`
const TITLE = TEXT_FIELDS.indexOf('title')

/** A part of a query; its values stand in the list that all parts share. */
interface Asking {
  readonly values: Value[]
  mark(value: Value): string
}

function asking(): Asking {
  const values: Value[] = []
  return {
    values,
    mark(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** Every source that answers, with all its hits. */
export async function searchSources(db: Connection, question: Question): Promise<readonly FoundSource[]> {
  const ask = asking()
  const cover = coverOf(question)
  const from = cover
    ? `rethread.candidates(${ask.mark(cover)}::tsquery) AS near JOIN rethread.texts USING (session_key, path, place)`
    : 'rethread.texts'
  const { where, score } = conditions(question, ask)
  const rows = await db.query(
    `WITH found AS (SELECT session_key, path, count(*) AS hits, max(${score}) AS score FROM ${from} ` +
      `WHERE ${where} GROUP BY session_key, path) ` +
      `SELECT ${ownColumns}, hits, found.score AS score FROM found JOIN rethread.sources USING (session_key, path)`,
    ask.values,
  )
  return rows.map(row => ({ source: sourceOf(row), hits: number(row['hits']), score: number(row['score']) }))
}

const ownColumns = SOURCE_COLUMNS.split(', ')
  .map(column => `sources.${column} AS ${column}`)
  .join(', ')

export async function searchTexts(
  db: Connection,
  question: Question,
  source: { readonly key: string; readonly path: string },
  limit: number,
  order: HitOrder,
): Promise<readonly FoundText[]> {
  const ask = asking()
  const own = `texts.session_key = ${ask.mark(source.key)} AND texts.path = ${ask.mark(source.path)}`
  const { where, score } = conditions(question, ask)
  const rows = await db.query(
    `SELECT field, line, at AS "offset", length, tool, error, time, ${score} AS score FROM rethread.texts ` +
      `WHERE ${own} AND ${where} ORDER BY ${order === 'newest' ? 'place DESC' : 'score DESC, place'} ` +
      `LIMIT ${ask.mark(limit)}::bigint`,
    ask.values,
  )
  return rows.map(row => foundText(row, source.path))
}

export async function wordsLike(db: Connection, beginning: string, limit: number): Promise<readonly string[]> {
  const query = /^[\p{L}\p{N}]+$/u.test(beginning) ? `${lexeme(beginning)}:*` : null
  const rows = await db.query('SELECT word FROM rethread.words_like($1::tsquery, $2, $3)', [query, beginning, limit])
  return rows.map(row => text(row['word']))
}

interface Looked {
  readonly tokens: readonly string[]
  readonly isPrefix: boolean
  /** Also found as a part of an identifier. */
  readonly isWord: boolean
}

function looked(phrase: Phrase): Looked {
  const { tokens, isPrefix } = tokensOf(phrase)
  return { tokens, isPrefix, isWord: tokens.length === 1 && /^[a-z]/.test(tokens[0]!) }
}

function group(alternatives: Alternatives): readonly Looked[] {
  return alternatives.map(looked).filter(one => one.tokens.length > 0)
}

/** Tokens hold letters and digits only, so nothing in them can be taken for a word of the language. */
function lexeme(token: string): string {
  return `'${token}'`
}

/** A word that is too long for the index is in a text that says so: anything may stand for it. */
const MOST_IN_QUERY = 400

function queryOf({ tokens, isPrefix }: Looked): string {
  const all = tokens.map((token, at) => {
    if (token.length > MOST_IN_QUERY) return `${lexeme(token.slice(0, MOST_IN_QUERY))}`
    return `${lexeme(token)}${isPrefix && at === tokens.length - 1 ? ':*' : ''}`
  })
  return all.length === 1 ? all[0]! : `(${all.join(' & ')})`
}

/** What every answer must have, as far as the index can tell; undefined where no word is looked for. */
function coverOf({ all }: Question): string | undefined {
  const groups = all.map(group).filter(one => one.length > 0)
  return groups.length === 0 ? undefined : groups.map(one => `(${one.map(queryOf).join(' | ')})`).join(' & ')
}

function conditions(question: Question, ask: Asking): { readonly where: string; readonly score: string } {
  const groups = question.all.map(group).filter(one => one.length > 0)
  const unwanted = group(question.none)
  const parts = [
    ...groups.map(one => `(${one.map(phrase => isThere(phrase, ask)).join(' OR ')})`),
    ...unwanted.map(phrase => `NOT ${isThere(phrase, ask)}`),
    ...filters(question, ask),
  ]
  // Titles answer words, not filters.
  if (groups.length === 0) parts.push(`texts.field <> ${TITLE}`)
  const loose = groups.length === 0 ? '' : looseIn(groups, ask)
  const whole = `${WEIGHTS} / (1 + ln(1 + texts.size / 1000.0))`
  return {
    where: parts.length === 0 ? 'true' : parts.join(' AND '),
    score: groups.length === 0 ? '0.0::float8' : `(CASE WHEN ${loose} THEN ${LOOSE_SCORE} ELSE ${whole} END)::float8`,
  }
}

function isThere(phrase: Looked, ask: Asking): string {
  const { tokens, isPrefix, isWord } = phrase
  const written = ` ${tokens.join(' ')}${isPrefix ? '' : ' '}`
  const inOrder = (where: string): string => `position(${ask.mark(written)}::text in ${where}) > 0`
  if (!isWord) return `(${inOrder("split_part(texts.words, E'\\n', 1)")})`
  return `(texts.vector @@ ${ask.mark(queryOf(phrase))}::tsquery OR (texts.large AND ${inOrder('texts.words')}))`
}

/** A group that only a part of an identifier meets. */
function looseIn(groups: readonly (readonly Looked[])[], ask: Asking): string {
  const some = groups
    .filter(one => one.every(phrase => phrase.isWord))
    .map(one => `texts.loose @@ ${ask.mark(one.map(queryOf).join(' | '))}::tsquery`)
  return some.length === 0 ? 'false' : some.join(' OR ')
}

function* filters({ fields, text: asked }: Question, ask: Asking): Generator<string> {
  const named = (tools: readonly string[]): string =>
    tools
      .map(tool => `lower(texts.tool) LIKE ${ask.mark(tool.replace(/[\\%_]/g, '\\$&').replace(/\*$/, '%'))}`)
      .join(' OR ')
  if (fields !== undefined)
    yield `texts.field = ANY('{${fields.map(field => TEXT_FIELDS.indexOf(field)).join(',')}}'::smallint[])`
  if (asked.tools.length > 0) yield `(${named(asked.tools)})`
  if (asked.notTools.length > 0) yield `coalesce(NOT (${named(asked.notTools)}), true)`
  if (asked.isError !== undefined) yield `texts.error = ${asked.isError ? 1 : 0}`
  if (asked.since !== undefined) yield `texts.time >= ${ask.mark(asked.since)}::float8`
  if (asked.before !== undefined) yield `texts.time < ${ask.mark(asked.before)}::float8`
}
