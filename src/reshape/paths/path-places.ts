// Every place where a directory's path stands in some bytes, and what shall stand there instead.
//
// Paths are found in all the ways in which JSON writes them down, also inside of strings that hold JSON, but only where
// they are whole: `/a/b` stands neither in `/a/bc` nor in `/x/a/b` nor in `/a/b-old`.

import { findBytes } from '../edits/find-bytes.js'

/** A directory, or the name of a folder below `projects`. */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** A stretch of the bytes, and what replaces it. */
export interface PathPlace {
  readonly start: number
  readonly end: number
  readonly content: Uint8Array
}

export type PathFinder = (bytes: Uint8Array) => readonly PathPlace[]

interface Form {
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly isWhole: (bytes: Uint8Array, start: number, end: number) => boolean
}

const utf8 = new TextEncoder()
/** Strings that hold JSON that holds JSON: each level escapes once more. */
const DEPTH = 3

/** A directory that has another path now, and the project folders that are called otherwise because of it. */
export function pathFinder(directory: Rename, folders: readonly Rename[]): PathFinder {
  return finder([...pathForms(directory.from, directory.to), ...folders.flatMap(folderForm)])
}

/** Only the project folders: `…/projects/<name>`, and what is below them. */
export function folderFinder(folders: readonly Rename[]): PathFinder {
  return finder(folders.flatMap(folderForm))
}

function finder(forms: readonly Form[]): PathFinder {
  return bytes => {
    const places: PathPlace[] = []
    for (const { before, after, isWhole } of forms) {
      for (const start of findBytes(bytes, before)) {
        const end = start + before.length
        if (isWhole(bytes, start, end)) places.push({ start, end, content: after })
      }
    }
    return forms.length === 1 || places.length < 2 ? places : apart(places)
  }
}

/** In order, and of two that overlap the longer one. */
function apart(places: PathPlace[]): readonly PathPlace[] {
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return places.filter(place => {
    const isFree = place.start >= end
    if (isFree) end = place.end
    return isFree
  })
}

function pathForms(from: string, to: string): readonly Form[] {
  const forms = new Map<string, string>()
  let [before, after] = [from, to]
  for (let depth = 0; depth <= DEPTH; depth++) {
    forms.set(before, forms.get(before) ?? after)
    forms.set(slashed(before), forms.get(slashed(before)) ?? slashed(after))
    const plain = ascii(before)
    forms.set(plain, forms.get(plain) ?? ascii(after))
    ;[before, after] = [escaped(before), escaped(after)]
  }
  return [...forms].map(([one, other]) => ({ before: utf8.encode(one), after: utf8.encode(other), isWhole: isPath }))
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As some programs write JSON. */
function slashed(text: string): string {
  return text.replaceAll('/', '\\/')
}

function ascii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function folderForm({ from, to }: Rename): readonly Form[] {
  if (from === to) return []
  return [{ before: utf8.encode(from), after: utf8.encode(to), isWhole: isProjectFolder }]
}

function isProjectFolder(bytes: Uint8Array, start: number, end: number): boolean {
  return /projects[\\/]+$/.test(latin1(bytes, start - 16, start)) && !/^[A-Za-z0-9-]/.test(latin1(bytes, end, end + 1))
}

function isPath(bytes: Uint8Array, start: number, end: number): boolean {
  return beginsPath(bytes, start) && endsPath(bytes, end) && !isLongerValue(bytes, start, end)
}

/** Escapes of JSON, colours, `file://`, `Read(//…)`, `-I/…`, and the marks of diffs and mentions. */
const MAY_PRECEDE =
  /(?:\\[nrtbf]|\\u00[0-3][0-9a-f]|\[[0-9;]*m|:\/\/|\(\/|(?:^|[\s"'=(])-[A-Za-z]|(?:^|\\[nrt]|[^\w.])[-+@])$/i
const OF_A_NAME = /[\w.~/\\@+%-]$/

function beginsPath(bytes: Uint8Array, start: number): boolean {
  const before = latin1(bytes, start - 16, start)
  if (before === '' || MAY_PRECEDE.test(before)) return true
  const char = bytes[start - 1]! < 0x80 ? before.slice(-1) : lastChar(bytes, start)
  return !OF_A_NAME.test(char) && !LETTER.test(char)
}

const LETTER = /[\p{L}\p{N}\p{M}]/u

function endsPath(bytes: Uint8Array, end: number): boolean {
  const after = latin1(bytes, end, end + 7)
  const unicode = /^\\+u([0-9a-f]{4})/i.exec(after)
  if (unicode) return !LETTER.test(String.fromCharCode(Number.parseInt(unicode[1]!, 16)))
  if (bytes[end]! >= 0x80) return !LETTER.test(firstChar(bytes, end))
  return !/^(?:[\w~-]|[.@+%$#][\w-])/.test(after)
}

/** A field or key that is a path as a whole: with a blank behind it, it is that of another directory. */
function isLongerValue(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[end] !== 0x20 || bytes[start - 1] !== 0x22) return false
  if (/"\w*(?:cwd|path|project|directory|dir|root)"\s*:\s*"$/i.test(latin1(bytes, start - 40, start))) return true
  const quote = bytes.indexOf(0x22, end)
  return quote > 0 && /^"\s*:/.test(latin1(bytes, quote, quote + 8))
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = Math.max(0, from); at < to && at < bytes.length; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

function firstChar(bytes: Uint8Array, at: number): string {
  return String.fromCodePoint(new TextDecoder().decode(bytes.subarray(at, at + 4)).codePointAt(0) ?? 0x20)
}

function lastChar(bytes: Uint8Array, end: number): string {
  let start = end - 1
  while (start > 0 && end - start < 4 && (bytes[start]! & 0xc0) === 0x80) start--
  return new TextDecoder().decode(bytes.subarray(start, end))
}
