// What the source documents look at in an entry. Their pseudocode takes every field for granted; here a field that is
// missing or of another kind is absent, so that the rules run on any file.

import { comparableTime } from './time.js'

export type Value = Readonly<Record<string, unknown>>

/** A decoded entry. `row` is its position among the entries of the file; a line may hold more than one. */
export interface SourceEntry {
  readonly row: number
  readonly line: number
  readonly value: Value
}

export interface Place {
  readonly row: number
  readonly line: number
  readonly uuid: string | undefined
}

export function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** An id that says something: empty counts as none, as in source document 003. */
export function id(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function placeOf({ row, line, value }: SourceEntry): Place {
  return { row, line, uuid: id(value['uuid']) }
}

/** The message object; undefined where the message is a string or missing. */
export function messageOf({ value }: SourceEntry): Value | undefined {
  return isValue(value['message']) ? value['message'] : undefined
}

/** The blocks of `message.content`; none where it is a string. */
export function blocksOf(entry: SourceEntry): readonly Value[] {
  const content = messageOf(entry)?.['content']
  return Array.isArray(content) ? content.filter(isValue) : []
}

export function hasBlock(blocks: readonly Value[], type: string): boolean {
  return blocks.some(block => block['type'] === type)
}

/** Milliseconds; undefined where the entry has no time that can be compared. */
export function timeOf({ value }: SourceEntry): number | undefined {
  return comparableTime(value['timestamp'])
}
