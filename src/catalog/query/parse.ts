// From the words of a query to a question. Every text is a query: what is no filter is looked for.
//
//   words "a phrase" begin* -not one OR other  project:x tool:Bash in:answer since:2w …

import { timesMeant } from '../../format/times-meant.js'
import type { TextField } from '../store.js'
import { type Phrase, type Question, SESSION_TRAITS, type SessionFilter, type SessionTrait } from './question.js'
import { tokensOf } from './words.js'

export interface ParsedQuery {
  readonly question: Question
  /** What was not understood as it may have been meant; it was looked for as words. */
  readonly notes: readonly string[]
}

/** A filter is written `key:value`; `-key:value` is its opposite. */
export const FILTER_KEYS = [
  'project',
  'tool',
  'role',
  'in',
  'file',
  'branch',
  'model',
  'since',
  'before',
  'error',
  'agent',
  'session',
  'has',
] as const
type FilterKey = (typeof FILTER_KEYS)[number]

const ROLES: Readonly<Record<string, readonly TextField[]>> = {
  user: ['prompt', 'output'],
  assistant: ['answer', 'thinking', 'input'],
}
const FIELDS: readonly TextField[] = ['prompt', 'answer', 'thinking', 'input', 'output']

interface Piece {
  readonly not: boolean
  readonly key: string | undefined
  readonly text: string
  readonly isQuoted: boolean
}

export function parseQuery(query: string, now: number): ParsedQuery {
  const draft = newDraft()
  const notes: string[] = []
  let joins = false // the word before was OR
  for (const piece of piecesOf(query)) {
    if (piece.key === undefined && !piece.isQuoted && !piece.not && piece.text === 'OR') {
      joins = draft.all.length > 0
      continue
    }
    if (piece.key !== undefined && isFilterKey(piece.key)) {
      const trouble = addFilter(draft, piece.key, piece, now)
      if (trouble === undefined) {
        joins = false
        continue
      }
      notes.push(trouble)
    }
    const phrase = phraseOf(piece)
    if (phrase === undefined) continue
    if (piece.not) draft.none.push(phrase)
    else if (joins) draft.all.at(-1)!.push(phrase)
    else draft.all.push([phrase])
    joins = false
  }
  return { question: questionOf(draft), notes }
}

interface Draft {
  readonly all: Phrase[][]
  readonly none: Phrase[]
  fields: readonly TextField[] | undefined
  readonly tools: string[]
  readonly notTools: string[]
  isError: boolean | undefined
  since: number | undefined
  before: number | undefined
  inAgents: boolean | undefined
  readonly session: SessionFilter[]
}

function newDraft(): Draft {
  return {
    all: [],
    none: [],
    fields: undefined,
    tools: [],
    notTools: [],
    isError: undefined,
    since: undefined,
    before: undefined,
    inAgents: undefined,
    session: [],
  }
}

function questionOf({
  all,
  none,
  fields,
  tools,
  notTools,
  isError,
  since,
  before,
  inAgents,
  session,
}: Draft): Question {
  return {
    all,
    none,
    ...(fields === undefined ? {} : { fields }),
    text: {
      tools,
      notTools,
      ...(isError === undefined ? {} : { isError }),
      ...(since === undefined ? {} : { since }),
      ...(before === undefined ? {} : { before }),
      ...(inAgents === undefined ? {} : { inAgents }),
    },
    session,
  }
}

/** Quotes hold words together; one that is not closed reaches to the end. */
function* piecesOf(query: string): Generator<Piece> {
  const piece = /(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"?|(\S+))/gsu
  for (const [, not, key, quoted, plain] of query.matchAll(piece)) {
    const isQuoted = quoted !== undefined
    yield { not: not === '-', key, text: quoted ?? plain ?? '', isQuoted }
  }
}

/** Undefined where no letter or digit is in it. */
function phraseOf({ key, text, isQuoted }: Piece): Phrase | undefined {
  const isPrefix = !isQuoted && /[^*]\*$/.test(text)
  const words = isPrefix ? text.slice(0, -1) : text
  const phrase: Phrase = { kind: 'phrase', text: key === undefined ? words : `${key}:${words}`, isPrefix }
  return tokensOf(phrase).tokens.length === 0 ? undefined : phrase
}

function isFilterKey(key: string): key is FilterKey {
  return (FILTER_KEYS as readonly string[]).includes(key)
}

/** What is wrong with it; undefined where it was taken. */
function addFilter(draft: Draft, key: FilterKey, { text, not }: Piece, now: number): string | undefined {
  const value = text.trim()
  const lower = value.toLowerCase()
  if (value === '') return `${key}: has no value`
  switch (key) {
    case 'tool':
      ;(not ? draft.notTools : draft.tools).push(lower)
      return undefined
    case 'role':
      return restrict(
        draft,
        key,
        value,
        Object.hasOwn(ROLES, lower) ? ROLES[lower] : undefined,
        not,
        Object.keys(ROLES),
      )
    case 'in':
      return restrict(
        draft,
        key,
        value,
        FIELDS.filter(field => lower.split(/[|,]/).includes(field)),
        not,
        FIELDS,
      )
    case 'since':
    case 'before': {
      const meant = timesMeant(value, now)
      if (!meant) return `${key}:${value} is no time; write 2026-06-18, 2026-06-18T14:30, 12h, 7d or 2w`
      // Not since then is before then.
      if ((key === 'since') !== not) draft.since = Math.max(draft.since ?? -Infinity, meant.from)
      else draft.before = Math.min(draft.before ?? Infinity, meant.from)
      return undefined
    }
    case 'error':
      if (lower !== 'true' && lower !== 'false') return `error:${value} must be error:true or error:false`
      draft.isError = (lower === 'true') !== not
      return undefined
    case 'agent':
      if (lower === 'true' || lower === 'false') draft.inAgents = (lower === 'true') !== not
      else draft.session.push({ key, value, not })
      return undefined
    case 'has':
      if (!(SESSION_TRAITS as readonly string[]).includes(lower))
        return `has:${value} must be one of ${SESSION_TRAITS.join(', ')}`
      draft.session.push({ key, value: lower as SessionTrait, not })
      return undefined
    default:
      draft.session.push({ key, value, not })
      return undefined
  }
}

/** Several of them hold together. */
function restrict(
  draft: Draft,
  key: FilterKey,
  value: string,
  wanted: readonly TextField[] | undefined,
  not: boolean,
  known: readonly string[],
): string | undefined {
  if (wanted === undefined || wanted.length === 0) return `${key}:${value} must be one of ${known.join(', ')}`
  const before = draft.fields ?? FIELDS
  draft.fields = before.filter(field => wanted.includes(field) !== not)
  return undefined
}
