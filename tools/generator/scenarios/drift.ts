// A session of a client newer than anybody knows: entry types, fields, blocks and subtypes nobody has seen.
import { attachment, openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { appendBookkeeping, appendRaw, appendRow, openSession, type Place } from '../session-writer.js'
import { bash } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

export function drift(place: Place): Files {
  const session = openSession(place, '2.1')
  const { sessionId } = place
  const asked = 'How cold was it last night?'
  aiTitle(session, 'How cold was it last night?')
  appendRaw(
    session,
    `{"type":"weather-vane","heading":"nord-\\u00e9st","gusts":[12, 19.0, 3.1E1],"serial":9007199254740993,"sessionId":"${sessionId}"}`,
  )
  prompt(session, asked, { extra: { mood: { value: 'sleepy', confidence: 0.82 }, spokenAloud: true } })
  openingAttachments(session)
  attachment(session, { type: 'lunar_phase', phase: 'waxing', illumination: 0.64 })
  work(session, '', bash('sqlite3 station.db "select min(celsius) from reading"', 'Lowest reading', '-3.4\n'))
  // A chained type that no client of today follows; the next row hangs on what came before it.
  appendRow(session, stamp => ({ type: 'daydream', dream: { about: 'snow' }, ...stamp }), { sideLeaf: true })
  appendRow(session, stamp => ({
    type: 'system',
    subtype: 'model_hummed_a_tune',
    notes: ['d', 'f', 'a'],
    timestamp: stamp.timestamp,
    uuid: stamp.uuid,
    level: 'info',
  }))
  done(session, '-3.4 °C, at 5:50.')
  appendBookkeeping(session, { type: 'sparkle', '0': 'integer-like key', '': 'empty key', sessionId })
  const thanks = 'Brr. Thanks.'
  prompt(session, thanks)
  const last = done(session, 'Keep warm!')
  lastPrompt(session, thanks, last.rows.at(-1) ?? null, { vintage: 2027 })
  return sessionFiles(session)
}
