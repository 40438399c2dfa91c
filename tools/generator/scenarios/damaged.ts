// A file that has been through everything: every kind of damage seen in real files, around a good conversation.
import { type Files, files, sessionPath } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { bash, read } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const LOG = '03:12 radio reset\n03:12 radio reset\n03:13 power lost\n'

export function damaged(place: Place): Files {
  return files([[sessionPath(place), damagedBytes(conversation(place))]])
}

function conversation(place: Place): readonly string[] {
  const session = openSession(place, '2.0')
  prompt(session, 'The station went dark at night. What happened?')
  work(session, "I'll read the log.", read(`${place.cwd}/station.log`, LOG))
  work(session, '', bash('last -x | head -3', 'When did it restart', 'reboot 03:21\n'))
  done(session, 'The radio reset twice, then the power failed at 3:13. It came back at 3:21.')
  prompt(session, 'And the disk?')
  work(session, '', bash('dmesg | tail -2', 'Kernel messages', 'EXT4-fs: recovery complete\n'))
  work(session, '', bash('ls data | wc -l', 'Count the files', '412\n'))
  done(session, 'The file system recovered by itself. 412 files, as before.')
  prompt(session, 'Good. Anything I should change?')
  done(session, 'A small battery on the radio: the resets came before the power failed.')
  return session.lines
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** Lays the rows out again, each of the first ones with its own damage. */
function damagedBytes(rows: readonly string[]): Uint8Array {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth, ...rest] = rows as [string, ...string[]]
  const last = rest.pop() ?? ''
  const note = (row: string | undefined, value: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from((row ?? '').slice(0, -1)), latin1(',"note":"'), value, latin1('"}')])
  const pretty = JSON.stringify(JSON.parse(rest.shift() ?? '{}'), null, 2)
  const parts: readonly (string | Uint8Array)[] = [
    Uint8Array.of(0xef, 0xbb, 0xbf), // BOM
    `${first}\n`,
    '// exported for the support team, do not edit\n',
    `${second}${third}\n`, // glued records
    '\n', // blank line
    `${fourth?.slice(0, 217)}${fifth}\n`, // a record cut, the next begins on the same line
    new Uint8Array(96), // a NUL run before a record
    `${sixth}\n`,
    note(seventh, Uint8Array.of(0x54, 0xfc, 0x72, 0xff)), // invalid UTF-8
    '\n',
    note(eighth, latin1('half a pair \\ud83d')), // lone surrogate
    '\r\n', // CRLF
    `${pretty}\n`, // one record over several lines
    'Segmentation fault (core dumped)\n', // garbage
    '[]\n',
    `${rest.join('\n')}\n`,
    last.slice(0, Math.floor(last.length * 0.6)), // half-written last line
  ]
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)))
}
