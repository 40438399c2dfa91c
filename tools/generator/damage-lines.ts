// Scatters damage over the lines of a session, and knows which records it destroyed.
import type { Random } from './random.js'

export interface DamagedLines {
  readonly bytes: Uint8Array
  /** Lines (from 0) whose record is gone. */
  readonly destroyed: ReadonlySet<number>
}

const GARBAGE = [
  '\n',
  '[]\n',
  'null\n',
  '// a remark of somebody\n',
  'Segmentation fault (core dumped)\n',
  '{"type":"user","message":{"role":"us\n',
  '\r\n',
]

export function damageLines(lines: readonly string[], mayGo: readonly boolean[], random: Random): DamagedLines {
  const destroyed = new Set<number>()
  const parts: Uint8Array[] = []
  const put = (text: string): void => void parts.push(Buffer.from(text, 'utf8'))
  if (random.chance(0.3)) parts.push(Uint8Array.of(0xef, 0xbb, 0xbf))
  // A record that begins on the line of another one is left whole: it must be found again.
  let midLine = false
  for (const [index, line] of lines.entries()) {
    const last = index === lines.length - 1
    const whole = midLine || random.chance(0.9)
    midLine = false
    if (whole) put(`${line}\n`)
    else if (!last && mayGo[index] === true && random.chance(0.4)) {
      // Cut in the middle of the record: the next one begins on the same line.
      destroyed.add(index)
      midLine = true
      put(line.slice(0, random.int(1, line.length - 1)))
    } else if (!last && random.chance(0.15)) {
      midLine = true
      put(line)
    } else aroundLine(line, random, parts)
  }
  // The writer was stopped in the middle of a record that nobody has seen.
  if (random.chance(0.5)) put('{"parentUuid":"00000000-0000-4000-8000-000000000000","isSidechain":false,"userT')
  return { bytes: Uint8Array.from(Buffer.concat(parts)), destroyed }
}

/** Damage that leaves the record whole. */
function aroundLine(line: string, random: Random, parts: Uint8Array[]): void {
  const kind = random.int(0, 4)
  const whole = Buffer.from(line, 'utf8')
  const end = Buffer.from('\n')
  if (kind === 0) parts.push(Buffer.alloc(random.int(1, 300)), whole, end)
  else if (kind === 1) parts.push(Buffer.from(random.pick(GARBAGE)), whole, end)
  else if (kind === 2) parts.push(whole, Buffer.from('\r\n'))
  else if (kind === 3) parts.push(Buffer.from(JSON.stringify(JSON.parse(line), null, 2)), end)
  else parts.push(whole.subarray(0, -1), Buffer.from(',"note":"\xff\xfe \\ud83d"}\n', 'latin1'))
}
