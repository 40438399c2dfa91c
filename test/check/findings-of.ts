// What the checker says of lines written by hand: `code` or `code@line`, of the codes asked for.

import { sessionChecker } from '../../src/check/check.js'
import type { Surroundings } from '../../src/check/family.js'
import type { Finding } from '../../src/format/finding.js'
import { recordReader } from '../../src/format/records.js'
import { bytesOf, type Line } from '../conversation/lines.js'

export const NOW = Date.UTC(2026, 0, 2, 12)

export function check(lines: readonly Line[], surroundings: Partial<Surroundings> = {}): readonly Finding[] {
  const checker = sessionChecker()
  const reader = recordReader(checker)
  reader.push(bytesOf(...lines))
  reader.end()
  return checker.finish({ now: NOW, cleanupDays: 30, ...surroundings })
}

export const places = (findings: readonly Finding[], codes: Readonly<Record<string, unknown>>): readonly string[] =>
  findings
    .filter(one => Object.hasOwn(codes, one.code))
    .map(({ code, line }) => (line === undefined ? code : `${code}@${line}`))
