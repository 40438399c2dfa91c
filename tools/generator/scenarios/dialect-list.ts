// The dialect of source document 003: a summary first, a snapshot, then a linked list of messages.
import { type Files, files, sessionPath } from '../session-files.js'
import type { Place } from '../session-writer.js'

export function dialectList(place: Place): Files {
  const { sessionId } = place
  const at = (seconds: number): string => new Date(Date.parse(place.startedAt) + seconds * 1000).toISOString()
  const words: readonly (readonly ['user' | 'assistant', string])[] = [
    ['user', 'Print the Sunday timetable on one page.'],
    ['assistant', 'It has 61 trains; in two columns it fits.'],
    ['user', 'Two columns are fine.'],
    ['assistant', 'Done: timetable-sunday.pdf, one page.'],
  ]
  const id = (index: number): string => `1157a0de-0000-4000-8000-00000000000${index}`
  const messages = words.map(([role, content], index) => ({
    type: role,
    sessionId,
    uuid: id(index + 1),
    parentUuid: index === 0 ? '' : id(index),
    timestamp: at(index * 20),
    message: { role, content },
  }))
  const rows = [
    { type: 'summary', summary: 'Sunday timetable on one page', leafUuid: id(words.length), version: '1' },
    { type: 'snapshot', messageId: id(1), snapshot: 'user', isExtensionMessage: false, timestamp: at(1) },
    ...messages,
    { type: 'snapshot', messageId: id(4), snapshot: 'assistant', isExtensionMessage: false, timestamp: at(70) },
  ]
  return files([[sessionPath(place), `${rows.map(row => JSON.stringify(row)).join('\n')}\n`]])
}
