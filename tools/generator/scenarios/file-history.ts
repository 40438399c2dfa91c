// File history: the backup of one edited file is there, the other one has been cleaned away.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, fileHistorySnapshot, lastPrompt } from '../bookkeeping-rows.js'
import { hexId } from '../identifiers.js'
import { type Files, sessionFiles } from '../session-files.js'
import { appendBookkeeping, openSession, type Place } from '../session-writer.js'
import { edit, read, write } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const CONFIG = 'station:\n  name: North Pier\n  interval: 60\n'
const README = '# Weather station\n\nMeasures every minute.\n'

export function fileHistory(place: Place): Files {
  const session = openSession(place, '2.1')
  const { random } = session
  const { cwd } = place
  const config = `${hexId(random, 16)}@v1`
  const readme = `${hexId(random, 16)}@v1`
  aiTitle(session, 'Measure every ten seconds')
  const first = prompt(session, 'Measure every ten seconds instead of every minute, and say so in the README.')
  fileHistorySnapshot(session, first)
  openingAttachments(session)
  work(session, '', read(`${cwd}/config.yml`, CONFIG))
  const changed = work(session, '', edit(`${cwd}/config.yml`, CONFIG, 'interval: 60', 'interval: 10'))
  const tracked = [{ path: 'config.yml', backupFileName: config, version: 1 }]
  fileHistorySnapshot(session, first, tracked, true)
  appendBookkeeping(session, {
    type: 'file-history-delta',
    messageId: changed.calls[0]?.row,
    snapshotMessageId: first,
    trackingPath: 'config.yml',
    backup: { backupFileName: config, version: 1, backupTime: session.clock.now() },
    timestamp: session.clock.now(),
  })
  work(session, '', write(`${cwd}/README.md`, README.replace('minute', 'ten seconds'), README))
  fileHistorySnapshot(session, first, [...tracked, { path: 'README.md', backupFileName: readme, version: 1 }], true)
  done(session, 'It measures every ten seconds now, and the README says so.')
  const asked = 'Also mention that the battery lasts four days that way.'
  const second = prompt(session, asked)
  fileHistorySnapshot(session, second, [{ path: 'README.md', backupFileName: readme, version: 1 }])
  const now = README.replace('minute', 'ten seconds')
  work(session, '', edit(`${cwd}/README.md`, now, 'ten seconds.', 'ten seconds. The battery lasts four days.'))
  const last = done(session, 'The README mentions the four days.')
  lastPrompt(session, asked, last.rows.at(-1) ?? null)
  return sessionFiles(session, [[`file-history/${place.sessionId}/${config}`, CONFIG]])
}
