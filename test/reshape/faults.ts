// Plans that are wrong on purpose: each a plan that a verb has made, with one fault put into its edits or side files.

import { NONE } from '../../src/conversation/rows.js'
import type { Edit } from '../../src/format/changes.js'
import type { Plan } from '../../src/reshape/plan/plan.js'
import type { Changed, Json } from './in-memory.js'

export interface Given {
  readonly bytes: Uint8Array
  readonly changed: Changed
  readonly edits: readonly Edit[]
  readonly entries: readonly GivenEntry[]
}

export interface GivenEntry {
  readonly row: number
  readonly offset: number
  /** As latin1: positions are bytes. */
  readonly text: string
  readonly json: Json
  readonly stays: boolean
  /** The model gets something of it afterwards. */
  readonly isSent: boolean
  readonly edits: readonly Edit[]
}

export function given(bytes: Uint8Array, changed: Changed): Given {
  const { plan, before, verdict } = changed
  const { rows } = before.reading.conversation
  const edits = [...plan.changes.edits].toSorted((a, b) => a.offset - b.offset)
  const stays = new Set(plan.sourceRows)
  const sent = new Set(
    verdict.after.messages.flatMap(({ parts }) =>
      parts.flatMap(part => (part.kind === 'stored' ? [plan.sourceRows[part.row] ?? NONE] : [])),
    ),
  )
  const entries = Array.from({ length: rows.count }, (_, row): GivenEntry => {
    const offset = rows.offset[row]!
    const end = offset + rows.length[row]!
    const part = bytes.subarray(offset, end)
    return {
      row,
      offset,
      text: new TextDecoder('latin1').decode(part),
      json: JSON.parse(new TextDecoder().decode(part)) as Json,
      stays: stays.has(row),
      isSent: sent.has(row),
      edits: edits.filter(edit => edit.offset >= offset && edit.offset < end),
    }
  })
  return { bytes, changed, edits, entries }
}

export type Fault = (
  given: Given,
  pick: <T>(list: readonly T[]) => T | undefined,
) => Partial<Plan['changes']> | undefined

const utf8 = new TextEncoder()
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, char => char.charCodeAt(0))

/** Nothing but ids changes: then every edit is known beforehand. In other plans, those of lines that they do not name. */
const isCopy = ({ named: { changed, moved, gaps, replaces } }: Plan): boolean =>
  changed.size === 0 && moved.size === 0 && !gaps && replaces === undefined

const isNamed = ({ named: { changed, figures, rehung } }: Plan, row: number): boolean =>
  changed.has(row) || figures.has(row) || rehung.has(row)

/** Of entries that stay where they are and are not written anew. */
const whole = ({ entries, changed: { plan, before } }: Given): readonly GivenEntry[] =>
  entries.filter(
    ({ stays, row, edits, text, offset }) =>
      stays &&
      !plan.named.moved.has(row) &&
      (isCopy(plan) || !isNamed(plan, row)) &&
      !edits.some(edit => edit.offset === offset && edit.length >= text.length) &&
      !plan.promises.mended?.has(before.reading.conversation.rows.line[row]!),
  )

/** One more edit, where there is none. */
function withEdit({ edits }: Given, more: readonly Edit[]): Partial<Plan['changes']> | undefined {
  const isFree = more.every(one =>
    edits.every(other => other.offset + other.length <= one.offset || other.offset >= one.offset + one.length),
  )
  return isFree ? { edits: [...edits, ...more].toSorted((a, b) => a.offset - b.offset) } : undefined
}

const instead = ({ edits }: Given, old: Edit, now: readonly Edit[]): Partial<Plan['changes']> => ({
  edits: edits.flatMap(edit => (edit === old ? now : [edit])),
})

/** Where the words of a text stand, of which the model gets something. */
function words(entry: GivenEntry): { readonly start: number; readonly end: number } | undefined {
  const message = /"message":\{/.exec(entry.text)?.index ?? -1
  const found = /"(?:text|content)":"((?:[^"\\]|\\.)+)"/.exec(entry.text.slice(Math.max(0, message)))
  if (!found || message < 0 || found[1]!.startsWith('[rethread')) return undefined
  const start = message + found.index + found[0].length - 1 - found[1]!.length
  return { start, end: start + found[1]!.length }
}

const isText = ({ json }: GivenEntry): boolean =>
  (json['type'] === 'user' || json['type'] === 'assistant') &&
  (typeof json['message']?.content === 'string' ||
    (json['message']?.content as Json[] | undefined)?.some?.(block => block['type'] === 'text') === true)

/** A letter in the middle becomes another one. */
function letter(given: Given, entry: GivenEntry, start: number, end: number): Partial<Plan['changes']> | undefined {
  const middle = (start + end) >> 1
  for (let at = middle; at < end; at++) {
    if (!/[a-z]/.test(entry.text[at]!) || entry.text[at - 1] === '\\') continue
    if (/\\u[0-9a-f]{0,3}$/.test(entry.text.slice(at - 5, at))) continue
    const other = entry.text[at] === 'x' ? 'y' : 'x'
    return withEdit(given, [{ offset: entry.offset + at, length: 1, content: utf8.encode(other) }])
  }
  return undefined
}

const FRESH = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

/** The value of a field that holds an id, wherever it stands in the entry. */
function idAt(entry: GivenEntry, key: string): { readonly start: number; readonly end: number } | undefined {
  const found = new RegExp(`"${key}":(?:\\[)?"([^"]+)"`).exec(entry.text)
  if (!found) return undefined
  const start = found.index + found[0].length - 1 - found[1]!.length
  return { start, end: start + found[1]!.length }
}

const ID_KEYS = [
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sourceToolAssistantUUID',
  'leafUuid',
  'messageId',
  'headUuid',
  'anchorUuid',
  'tailUuid',
  'uuids',
  'allUuids',
  'sessionId',
]

/** Another id in one of these fields: put in where the field stays, or in place of the one that is put in. */
function otherId(given: Given, entry: GivenEntry, key: string, id: string): Partial<Plan['changes']> | undefined {
  const place = idAt(entry, key)
  if (!place) return undefined
  const [offset, length] = [entry.offset + place.start, place.end - place.start]
  const edit = entry.edits.find(one => one.offset === offset && one.length === length)
  const content = utf8.encode(id)
  return edit ? instead(given, edit, [{ offset, length, content }]) : withEdit(given, [{ offset, length, content }])
}

/** Only the ids that mean something in the file. */
const holdsId = (entry: GivenEntry, key: string): boolean =>
  key !== 'messageId' || entry.json['type'] === 'file-history-snapshot' || entry.json['type'] === 'file-history-delta'

export const FAULTS: Readonly<Record<string, Fault>> = {
  'a word that the model gets is another one': (one, pick) => {
    const entry = pick(whole(one).filter(entry => entry.isSent && isText(entry) && words(entry)))
    const place = entry && words(entry)
    return place && letter(one, entry, place.start, place.end)
  },
  'two texts change places': (one, pick) => {
    const texts = whole(one).filter(entry => entry.isSent && isText(entry) && words(entry))
    const a = pick(texts)
    const said = (entry: GivenEntry): string => entry.text.slice(words(entry)!.start, words(entry)!.end)
    const b = a && pick(texts.filter(entry => said(entry) !== said(a)))
    if (!a || !b) return undefined
    const put = (to: GivenEntry, text: string): Edit => {
      const { start, end } = words(to)!
      return { offset: to.offset + start, length: end - start, content: latin1(text) }
    }
    return withEdit(one, [put(a, said(b)), put(b, said(a))])
  },
  'a result stands under another call': (one, pick) => {
    const results = whole(one).filter(entry => entry.isSent && /"tool_use_id":"[^"]+"/.test(entry.text))
    const a = pick(results)
    const place = a && idAt(a, 'tool_use_id')
    const b = a && pick(results.filter(entry => entry !== a))
    const other = b && idAt(b, 'tool_use_id')
    if (!a || !place || !b || !other) return undefined
    const content = latin1(b.text.slice(other.start, other.end))
    if (a.text.slice(place.start, place.end) === b.text.slice(other.start, other.end)) return undefined
    return withEdit(one, [{ offset: a.offset + place.start, length: place.end - place.start, content }])
  },
  'a prompt is lost': (one, pick) => {
    const entry = pick(whole(one).filter(entry => entry.isSent && entry.json['type'] === 'user' && isText(entry)))
    if (!entry) return undefined
    const edits = one.edits.filter(edit => !entry.edits.includes(edit))
    return withEdit({ ...one, edits }, [
      { offset: entry.offset, length: entry.text.length + 1, content: new Uint8Array(0) },
    ])
  },
  'an id of no entry is put in': (one, pick) => {
    const key = pick(ID_KEYS)!
    const entry = pick(whole(one).filter(entry => holdsId(entry, key) && idAt(entry, key)))
    // An entry that no other names may have any new id.
    const isNamed = (id: string): boolean =>
      one.entries.some(other => other !== entry && other.stays && other.text.includes(id))
    if (!entry || (key === 'uuid' && !isNamed(String(entry.json['uuid'])))) return undefined
    return otherId(one, entry, key, FRESH)
  },
  'an id stays that should become another': (one, pick) => {
    const edit = pick(
      one.edits.filter(({ content, length }) => length === 36 && content.length === 36 && whole(one).length > 0),
    )
    return edit && instead(one, edit, [])
  },
  'an entry hangs on a wrong one': (one, pick) => {
    const entry = pick(whole(one).filter(entry => idAt(entry, 'parentUuid')))
    const { rows } = one.changed.after.reading.conversation
    const ids = Array.from({ length: rows.count }, (_, row) => rows.names.text(rows.uuid[row]!)).filter(Boolean)
    const own = entry && pick(ids)
    if (!entry || !own) return undefined
    const place = idAt(entry, 'parentUuid')!
    const edit = entry.edits.find(({ offset }) => offset === entry.offset + place.start)
    const now = edit ? new TextDecoder().decode(edit.content) : entry.text.slice(place.start, place.end)
    return now === own ? undefined : otherId(one, entry, 'parentUuid', own)
  },
  'a line changes that the model does not get': (one, pick) => {
    const rest = whole(one).filter(entry => !entry.isSent)
    const entry = pick(rest.filter(({ text }) => /"type":"[a-z-]+"/.test(text)))
    if (!entry) return undefined
    const found = [...entry.text.matchAll(/"(?:cwd|version|gitBranch|timestamp|content|text|lastPrompt)":"[^"\\]*"/g)]
    const place = pick(found)
    return place && letter(one, entry, place.index + place[0].indexOf(':'), place.index + place[0].length)
  },
  'another field of a line changes': (one, pick) => {
    const entry = pick(whole(one))
    const found = entry && pick([...entry.text.matchAll(/"(?:userType|version|requestId|model|role)":"[a-z0-9._-]+"/g)])
    return found && letter(one, entry, found.index + found[0].indexOf(':') + 1, found.index + found[0].length)
  },
  'figures of usage are others': (one, pick) => {
    const entry = pick(whole(one).filter(({ text }) => /"(?:input|output)_tokens":\d/.test(text)))
    const found = entry && /"(?:input|output)_tokens":\d/.exec(entry.text)
    if (!entry || !found) return undefined
    const at = found.index + found[0].length - 1
    const digit = entry.text[at] === '7' ? '8' : '7'
    return withEdit(one, [{ offset: entry.offset + at, length: 1, content: utf8.encode(digit) }])
  },
  'an entry comes that nobody asked for': one => {
    const entry = '{"type":"mode","mode":"normal"}\n'
    return withEdit(one, [{ offset: one.bytes.length, length: 0, content: utf8.encode(entry) }])
  },
  'more goes than the entry that goes': (one, pick) => {
    const edit = pick(one.edits.filter(({ length, content }) => length > 100 && content.length === 0))
    if (!edit) return undefined
    const next = one.entries.find(entry => entry.offset >= edit.offset + edit.length)
    if (!next?.stays || next.edits.length > 0) return undefined
    return instead(one, edit, [{ ...edit, length: next.offset + next.text.length + 1 - edit.offset }])
  },
  'a change is made one byte beside its place': (one, pick) => {
    const edit = pick(one.edits.filter(({ length, content }) => length === 36 && content.length === 36))
    return edit && instead(one, edit, [{ ...edit, offset: edit.offset + 1 }])
  },
  'a side file is missing': ({ changed: { plan } }, pick) => {
    const gone = pick(plan.changes.sideFiles.filter(one => one.kind === 'copy'))
    return gone && { sideFiles: plan.changes.sideFiles.filter(one => one !== gone) }
  },
}
