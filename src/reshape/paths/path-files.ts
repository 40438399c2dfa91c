// A directory's path in files that are no transcripts: texts, settings, the prompt history.

import { applyEdits, type Edit } from '../../format/changes.js'
import { decodeString, eachMember, rangeOf, valueEnd } from '../../format/json/walk.js'
import type { PathFinder, PathPlace } from './path-places.js'

/** Of a text; a file that holds NUL bytes is none. */
export function renamedText(bytes: Uint8Array, find: PathFinder): readonly Edit[] {
  return bytes.includes(0) ? [] : find(bytes).map(asEdit)
}

export interface RenamedSettings {
  readonly edits: readonly Edit[]
  /** Projects that stay under their old path, because there is an entry for the new one already. */
  readonly kept: readonly string[]
}

/** Of a JSON object with one member a project in `projects`. The text must be valid. */
export function renamedSettings(bytes: Uint8Array, find: PathFinder): RenamedSettings {
  const places = find(bytes)
  const projects = rangeOf(bytes, 0, ['projects'])
  if (places.length === 0 || !projects || bytes[projects.start] !== 0x7b) return { edits: places.map(asEdit), kept: [] }
  const members: { readonly start: number; readonly keyEnd: number; readonly end: number; readonly key: string }[] = []
  eachMember(bytes, projects.start, (keyStart, keyEnd, value) => {
    const end = valueEnd(bytes, value)
    members.push({ start: keyStart, keyEnd, end, key: decodeString(bytes, keyStart, keyEnd) })
    return end
  })
  const names = new Set(members.map(member => member.key))
  const kept = members.filter(({ start, keyEnd, key }) => {
    const renamed = renamedKey(bytes, start, keyEnd, places)
    return renamed !== key && names.has(renamed)
  })
  const isFree = (place: PathPlace): boolean =>
    !kept.some(({ start, end }) => place.start >= start && place.start < end)
  return { edits: places.filter(isFree).map(asEdit), kept: kept.map(member => member.key) }
}

function renamedKey(bytes: Uint8Array, start: number, end: number, places: readonly PathPlace[]): string {
  const inKey = places.filter(place => place.start >= start && place.end <= end)
  const raw = applyEdits(
    bytes.subarray(start, end),
    inKey.map(place => ({ offset: place.start - start, length: place.end - place.start, content: place.content })),
  )
  return decodeString(raw, 0, raw.length)
}

/** Of the lines of the prompt history that are meant; `project` and `sessionId` are what the line says. */
export function renamedHistory(
  bytes: Uint8Array,
  isMeant: (project: string, sessionId: string | undefined) => boolean,
  find: PathFinder,
): readonly Edit[] {
  const edits: Edit[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    const line = bytes.subarray(start, end)
    const places = find(line)
    const said = places.length === 0 ? undefined : promptOf(line)
    if (said && isMeant(said.project, said.sessionId))
      for (const place of places) edits.push(asEdit({ ...place, start: place.start + start, end: place.end + start }))
    start = end + 1
  }
  return edits
}

function promptOf(line: Uint8Array): { readonly project: string; readonly sessionId: string | undefined } | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(line))
  } catch {
    return undefined // half a line: nobody reads it
  }
  const { project, sessionId } = (value ?? {}) as { readonly project?: unknown; readonly sessionId?: unknown }
  if (typeof project !== 'string') return undefined
  return { project, sessionId: typeof sessionId === 'string' ? sessionId : undefined }
}

function asEdit({ start, end, content }: PathPlace): Edit {
  return { offset: start, length: end - start, content }
}
