// What looks random, whatever stands before it. Much that is harmless looks so too, so this is only done on request;
// ids, hashes of commits and uuids are left out.

import { entropy } from './likeness.js'

const CANDIDATE = /(?<![\w+/=.-])[A-Za-z0-9+/_=-]{24,200}(?![\w+/=-])/g

/** In a text that may have another level of escapes in it: what begins within one of those is found there. */
export function* entropyPlaces(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    if (!(text[index - 1] === '\\' && /^[nrtbfux/]/.test(found)) && isRandom(found))
      yield { start: index, end: index + found.length }
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const ID = /^(?:toolu|msg|req|srvtoolu|agent|call|chatcmpl|run|thread|file)[_-]/
const HEX = /^[0-9a-f]+$/i
/** "[REDACTED" in base64. */
const MARK = /^W1JFREFDVEVE/

function isRandom(text: string): boolean {
  if (UUID.test(text) || ID.test(text) || HEX.test(text) || MARK.test(text)) return false
  if (!/\d/.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text) || /\//.test(text.slice(0, 1))) return false
  return entropy(text) >= 4.2
}
