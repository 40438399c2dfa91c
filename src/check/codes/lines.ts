// Damaged lines: what the reader of the format layer reports (format/records.ts).

import type { CodeEntry } from './code-entry.js'

export const LINE_CODES = {
  'line-cut': {
    severity: 'loses',
    title: 'a record that breaks off',
    cause:
      'The client was killed while it wrote, or two processes wrote at once; the next record may stand on the same line.',
    effect: 'The client skips the whole line, also the good record on it (R-F1); what hangs on it is cut off (N1).',
    remedy: 'Keep what there is of the broken record; the rest of it cannot be brought back from this file.',
  },
  'line-half': {
    severity: 'loses',
    title: 'a last line that is only half written',
    cause: 'The client was killed while it wrote the last record, or is writing it just now.',
    effect: 'The client skips it, and ends the conversation at the record before (R-F2).',
    remedy: 'If a client is running, check again when it is done; else keep what there is of the record.',
  },
  'line-glued': {
    severity: 'loses',
    title: 'a second record on the same line',
    cause: 'The line break between two records was never written.',
    effect: 'The client skips the line with both records (R-F1); what hangs on them is cut off (N1).',
    remedy: 'Both records are whole: a line break between them mends it.',
  },
  'line-nul': {
    severity: 'loses',
    title: 'NUL bytes on a line',
    cause: 'The machine went down before the file system had written the bytes that it had made room for.',
    effect: 'The record behind them on the line is skipped (R-F3); older clients lose the history before it too.',
    remedy: 'The record behind them is whole: without the NUL bytes it is read again.',
  },
  'line-garbage': {
    severity: 'loses',
    title: 'a line that is not JSON',
    cause: 'Damage on the disk, a text pasted into the file, or a tool that wrote something else.',
    effect:
      'The client skips the line (R-F1). If a record was there, it is lost, and what hangs on it is cut off (N1).',
    remedy: 'Take the line from a backup if it was a record; else it can be removed.',
  },
  'line-not-object': {
    severity: 'loses',
    title: 'JSON that is not a record',
    cause: 'A list, text or number where a record should stand: a tool rewrote the file.',
    effect: 'The client skips the line with everything in it (R-F1).',
    remedy: 'If it is a list of records, write each on a line of its own; else remove it.',
  },
  'line-comment': {
    severity: 'cosmetic',
    title: 'a comment line',
    cause: 'Somebody wrote a note into the file.',
    effect: 'The client skips it (R-F1).',
    remedy: 'Nothing needs to be done.',
  },
  'line-too-long': {
    severity: 'loses',
    title: 'a line too long to decode',
    cause: 'More than 512 MB without a line break: a huge tool result, or damage.',
    effect: 'No JavaScript program, the client included, can hold it as a text: it is skipped.',
    remedy: 'The bytes are kept as they are; shorten the line with a tool that works on bytes.',
  },
  'line-byte-order-mark': {
    severity: 'cosmetic',
    title: 'a byte order mark',
    cause: 'An editor or a tool on Windows saved the file.',
    effect: 'Client 2.1 reads on; 2.0 and 1.0 lose the first record (R-F4).',
    remedy: 'Save the file as UTF-8 without a byte order mark, if an older client is to read it.',
  },
  'line-break-inside': {
    severity: 'cosmetic',
    title: 'a record over several lines',
    cause: 'A tool wrote the record indented.',
    effect: 'Client 2.1 reads it (R-F5); tools that go line by line do not.',
    remedy: 'Write each record on one line.',
  },
  'line-invalid-utf8': {
    severity: 'cosmetic',
    title: 'bytes that are not UTF-8',
    cause: 'Output of a program in another encoding, or a character cut in the middle.',
    effect: 'Everybody who reads it, the client included, sees U+FFFD in their place.',
    remedy: 'Write U+FFFD in their place, if other tools are to read the file; what stood there is not known.',
  },
  'line-lone-surrogate': {
    severity: 'cosmetic',
    title: 'half of a surrogate pair',
    cause: 'A text was cut by length inside an emoji.',
    effect: 'Client 2.1 sends U+FFFD instead (N31); older ones send it, and the API refuses the request (A4.8).',
    remedy: 'Replace it by U+FFFD, if an older client is to read the session.',
  },
  'line-too-deep': {
    severity: 'cosmetic',
    title: 'a record nested too deep',
    cause: 'Thousands of lists or objects inside each other, mostly in a tool input.',
    effect: 'It is kept and counted, but not decoded: handling it could overflow the stack.',
    remedy: 'Nothing needs to be done, unless the record is to be changed.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
