// Where in the file is what a message of the API or the client speaks of? It may name the place itself, by an id of a
// tool call or by an index into the request; else the findings that belong to it show the place.

import type { KnownError, Named } from '../../check/known-errors/known-error.js'
import type { Context, ContextMessage, Part, Reading } from '../../context/index.js'
import { typeOf, uuidOf } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'

export interface ExplainedPlace {
  readonly line: number
  readonly uuid: string | null
  /** Of the entry; null where the line holds none. */
  readonly type: string | null
  /** Its place in the request as it would be sent now; null where it is not in it. */
  readonly message: number | null
  readonly block: number | null
  /** How the place is known: the message names an id or an index, a finding shows it, or it is one of the largest. */
  readonly knownBy: 'id' | 'index' | 'finding' | 'size'
  /** The finding at this place that belongs to the message. */
  readonly finding: Finding | null
}

export interface Material {
  readonly reading: Reading
  readonly context: Context
  /** Those that belong to the message, the most telling first. */
  readonly findings: readonly Finding[]
}

interface NamedBlock {
  readonly isResult: boolean
  readonly row: number
  readonly block: number
}

/** Tool blocks whose id is one of the words of the text. */
function namedBlocks(text: string, { conversation, facts }: Reading): readonly NamedBlock[] {
  const { names, count } = conversation.rows
  const words = text.split(/[\s,;`'"\\(){}[\]]+/).map(word => word.replace(/[.:]+$/, ''))
  const wanted = new Set(words.map(word => names.find(word)).filter(name => name !== 0))
  const found: NamedBlock[] = []
  for (let row = 0; row < count; row++) {
    for (let at = facts.first[row]!; at < facts.first[row + 1]!; at++) {
      if (!wanted.has(facts.blocks.id[at]!)) continue
      const isResult = names.text(facts.blocks.type[at]!).endsWith('_result')
      found.push({ isResult, row, block: at - facts.first[row]! })
    }
  }
  return found
}

/** The places, the likeliest first. */
export function placesOf(text: string, error: KnownError | undefined, material: Material): readonly ExplainedPlace[] {
  const names = error?.names
  const placeOf = placer(material)
  const byId = placesById(namedBlocks(text, material.reading), names, placeOf)
  if (byId.length > 0) return byId
  if (names === 'size') return largest(material, placeOf)
  const index = /\bmessages\.(\d+)(?:\.content\.(\d+))?/.exec(text)
  const byFinding = error ? placesByFinding(material, placeOf) : []
  if (!index) return byFinding
  const message = Number(index[1])
  const block = index[2] === undefined ? undefined : Number(index[2])
  // The client puts messages of its own among those of the file, which move the index up, never down. So a finding
  // that belongs to the message counts before the entry that the index itself leads to: the one nearest to it.
  if (byFinding.length > 0) return byFinding.toSorted((a, b) => distance(a, message) - distance(b, message))
  return placesByIndex(message, block, names, material, placeOf)
}

function distance({ message }: ExplainedPlace, index: number): number {
  if (message === null) return Number.MAX_SAFE_INTEGER
  return message <= index ? index - message : (message - index) * 1000
}

type PlaceOf = (row: number, block: number | undefined, knownBy: ExplainedPlace['knownBy']) => ExplainedPlace

/** The block that the message is about before its other half. */
function placesById(named: readonly NamedBlock[], names: Named | undefined, placeOf: PlaceOf) {
  const isMeant = (one: NamedBlock): boolean => one.isResult === (names === 'result')
  const ordered = [...named.filter(isMeant), ...named.filter(one => !isMeant(one))]
  const places = ordered.map(({ row, block }) => placeOf(row, block, 'id'))
  // Where one of several is at fault, a finding says which.
  return [...places.filter(one => one.finding !== null), ...places.filter(one => one.finding === null)]
}

function placesByFinding(
  { reading: { conversation }, findings }: Material,
  placeOf: PlaceOf,
): readonly ExplainedPlace[] {
  const { rows } = conversation
  const rowOfLine = new Map<number, number>()
  for (let row = rows.count - 1; row >= 0; row--) rowOfLine.set(rows.line[row]!, row)
  return findings.flatMap(finding => {
    if (finding.line === undefined) return []
    const row = rowOfLine.get(finding.line)
    if (row !== undefined) return [{ ...placeOf(row, undefined, 'finding'), finding }]
    // Damage of a line may have left no entry.
    const nothing = { uuid: null, type: null, message: null, block: null }
    return [{ line: finding.line, ...nothing, knownBy: 'finding' as const, finding }]
  })
}

/**
 * The block at the index; where it is of another kind than the message speaks of, the nearest before it that is of
 * that kind.
 */
function placesByIndex(
  index: number,
  block: number | undefined,
  names: Named | undefined,
  { context, reading }: Material,
  placeOf: PlaceOf,
): readonly ExplainedPlace[] {
  const { messages } = context
  const fits = (part: Part | undefined): boolean => part !== undefined && isNamed(partType(part, reading), names)
  const parts = messages[index]?.parts ?? []
  const meant = block === undefined ? parts : parts.slice(block, block + 1)
  let at = index
  let found = meant.some(fits) ? meant.filter(fits) : []
  while (found.length === 0 && --at >= 0 && at < messages.length) found = messages[at]!.parts.filter(fits).slice(-1)
  // None of the kind: then what the index itself says.
  const [message, chosen] = found.length > 0 ? [at, found] : [index, meant]
  const rows = new Set(chosen.flatMap(part => part.row ?? []))
  const inMessage = messages[message]?.parts ?? []
  return [...rows].map(row => {
    const own = inMessage.findIndex(part => part.row === row && chosen.includes(part))
    return { ...placeOf(row, undefined, 'index'), message, block: own }
  })
}

const TYPES: Readonly<Partial<Record<Named, RegExp>>> = {
  call: /tool_use$/,
  result: /_result$/,
  thinking: /thinking$/,
  text: /^text$/,
  media: /^(image|document|tool_result)$/,
}

function isNamed(type: string, names: Named | undefined): boolean {
  return (names === undefined ? undefined : TYPES[names])?.test(type) ?? true
}

function partType(part: Part, { conversation, facts }: Reading): string {
  if (part.kind === 'written') return part.block.type
  const block = facts.first[part.row]! + Math.max(part.block, 0)
  // Attachments have no blocks of their own.
  return block < facts.first[part.row + 1]! ? conversation.rows.names.text(facts.blocks.type[block]!) : ''
}

const LARGEST = 5

/** Of what is sent, by the length of the entries. */
function largest({ context, reading: { conversation } }: Material, placeOf: PlaceOf): readonly ExplainedPlace[] {
  const { length } = conversation.rows
  const rows = new Set(context.messages.flatMap(({ parts }) => parts.flatMap(part => part.row ?? [])))
  const ordered = [...rows].toSorted((a, b) => length[b]! - length[a]!)
  return ordered.slice(0, LARGEST).map(row => placeOf(row, undefined, 'size'))
}

function placer({ reading, context, findings }: Material): PlaceOf {
  const { rows } = reading.conversation
  const inRequest = requestPlaces(context.messages)
  const findingAt = new Map<number, Finding>()
  for (const finding of findings) {
    const { line } = finding
    if (line !== undefined && !findingAt.has(line)) findingAt.set(line, finding)
  }
  return (row, block, knownBy) => {
    const line = rows.line[row]!
    const places = inRequest.get(row) ?? []
    const at = places.find(place => block === undefined || place.stored === block)
    return {
      line,
      uuid: uuidOf(rows, row) ?? null,
      type: typeOf(rows, row),
      message: at?.message ?? null,
      block: at?.block ?? null,
      knownBy,
      finding: findingAt.get(line) ?? null,
    }
  }
}

interface RequestPlace {
  readonly message: number
  readonly block: number
  /** Its place in the entry. */
  readonly stored: number
}

function requestPlaces(messages: readonly ContextMessage[]): ReadonlyMap<number, readonly RequestPlace[]> {
  const places = new Map<number, RequestPlace[]>()
  for (const [message, { parts }] of messages.entries()) {
    for (const [block, part] of parts.entries()) {
      if (part.row === undefined) continue
      const list = places.get(part.row) ?? []
      list.push({ message, block, stored: part.kind === 'stored' ? Math.max(part.block, 0) : 0 })
      places.set(part.row, list)
    }
  }
  return places
}
