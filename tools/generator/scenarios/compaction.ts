// Compaction in client 2.0: a boundary, a summary, and nothing kept from before.
import { fileHistorySnapshot } from '../bookkeeping-rows.js'
import { compact } from '../compaction-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { bash, bashFailed, edit, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { localCommand, prompt } from '../user-rows.js'

const STORE =
  'import sqlite3\n\n\ndef save(reading):\n    db = sqlite3.connect("station.db")\n    db.execute("insert into reading values (?, ?)", reading)\n    db.commit()\n'

export function compaction(place: Place): Files {
  const session = openSession(place, '2.0')
  const file = `${place.cwd}/station/store.py`
  fileHistorySnapshot(
    session,
    prompt(session, 'The station loses readings when the radio sends two at once. Find out why.'),
  )
  work(session, "I'll read the store first.", read(file, STORE))
  work(
    session,
    '',
    bashFailed(
      'python -m pytest -q test_store.py',
      'Run the store tests',
      1,
      'sqlite3.OperationalError: database is locked',
    ),
  )
  work(session, 'How often, and always at the same time?', bash('cat radio.log', 'Read the radio log', radioLog()))
  const line = 'sqlite3.connect("station.db")'
  const patient = 'sqlite3.connect("station.db", timeout=10)'
  work(session, 'Two writers, and no patience.', edit(file, STORE, line, patient))
  done(
    session,
    'Each reading opens its own connection and gives up at once when the other one writes. With a timeout of 10 s both get through.',
  )
  prompt(session, 'And if the power fails in the middle?')
  work(session, '', bash('sqlite3 station.db "pragma journal_mode"', 'Which journal', 'delete\n'))
  done(
    session,
    'The rollback journal covers that: after a power cut the last reading is missing at most. WAL would also let the page read while the radio writes.',
  )
  compact(
    session,
    'manual',
    'Analysis:\nAda asked why readings get lost when two arrive at once.\n\nSummary:\n1. Cause: `save` in station/store.py opened a connection without a timeout; the second writer failed with “database is locked”.\n2. Fix: timeout=10.\n3. Open: switching the journal to WAL.',
  )
  compactCommand(session)
  prompt(session, 'Yes, switch to WAL.')
  work(session, '', bash('sqlite3 station.db "pragma journal_mode=wal"', 'Switch the journal', 'wal\n'))
  done(session, 'The database is in WAL mode; it stays so, the mode is stored in the file.')
  compact(
    session,
    'manual',
    'Summary:\n1. Lost readings: fixed by a timeout.\n2. Journal mode is now WAL (stored in the file).',
  )
  compactCommand(session)
  prompt(session, 'Write two lines for the logbook.')
  done(
    session,
    '12 February: lost readings traced to two writers without a timeout; fixed.\nJournal switched to WAL, so the page reads while the radio writes.',
  )
  return sessionFiles(session)
}

/** A night of the radio: long, so that there is something to compact. */
function radioLog(): string {
  const rows = Array.from({ length: 420 }, (_, minute) => {
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const lost = minute % 37 === 0 ? 'two packets at once, one lost' : 'ok'
    return `${time} sensor=${(minute % 4) + 1} temperature=${(8 - minute / 90).toFixed(1)} ${lost}`
  })
  return `${rows.join('\n')}\n`
}

/** The client writes the command behind the summary that it made. */
function compactCommand(session: Writer): void {
  localCommand(session, 'compact', '', '\u001b[2mCompacted (ctrl+o to see full summary)\u001b[22m')
}
