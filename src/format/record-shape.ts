// Has this object the shape of a session record? Asked only where damage leaves a doubt.

import { eachMember, isKey } from './json/walk.js'

/** Rows that carry no session id of their own. */
const WITHOUT_SESSION_ID: readonly string[] = ['summary', 'file-history-snapshot', 'file-history-delta']
const RECORD_KEYS: readonly string[] = ['uuid', 'sessionId', 'timestamp', 'leafUuid', 'messageId']

/**
 * `strict`: the object stands where it could be a value inside a damaged record, as the messages inside progress
 * rows do (they have a type, a uuid and a timestamp, but no session id).
 */
export function looksLikeRecord(bytes: Uint8Array, at: number, strict: boolean): boolean {
  let hasType = false
  let hasSessionId = false
  let hasRecordKey = false
  let needsNone = false
  eachMember(bytes, at, (keyStart, keyEnd, valueStart) => {
    if (isKey(bytes, keyStart, keyEnd, 'type') && bytes[valueStart] === 0x22) {
      hasType = true
      needsNone = WITHOUT_SESSION_ID.some(type => startsWithString(bytes, valueStart, type))
    } else if (isKey(bytes, keyStart, keyEnd, 'sessionId')) hasSessionId = hasRecordKey = true
    else if (RECORD_KEYS.some(key => isKey(bytes, keyStart, keyEnd, key))) hasRecordKey = true
    return 0
  })
  return hasType && hasRecordKey && (!strict || hasSessionId || needsNone)
}

function startsWithString(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + 1 + i] !== text.charCodeAt(i)) return false
  return bytes[at + 1 + text.length] === 0x22
}
