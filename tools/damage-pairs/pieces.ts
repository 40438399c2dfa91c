// The pieces of which a damaged file is made, and how they are laid out: offsets and lines are counted here.

export type Piece =
  | {
      readonly kind: 'record'
      readonly uuid: string | number
      readonly json: Uint8Array
      readonly ending: '\n' | '\r\n' | ''
      readonly findings: readonly string[]
    }
  | { readonly kind: 'gap'; readonly reason: string; readonly bytes: Uint8Array; readonly findings: readonly string[] }

interface Expected {
  readonly records: readonly Placed<{ readonly uuid: string | number }>[]
  readonly gaps: readonly Placed<{ readonly reason: string }>[]
  readonly findings: readonly { readonly code: string; readonly line: number }[]
}
type Placed<T> = T & { readonly line: number; readonly offset: number; readonly length: number }

export interface Pair {
  readonly bytes: Uint8Array
  readonly expected: Expected
}

export function layOut(pieces: readonly Piece[]): Pair {
  const parts: Uint8Array[] = []
  const records: Expected['records'][number][] = []
  const gaps: Expected['gaps'][number][] = []
  const findings: Expected['findings'][number][] = []
  let offset = 0
  let line = 1
  for (const piece of pieces) {
    const bytes = piece.kind === 'gap' ? piece.bytes : Buffer.concat([piece.json, Buffer.from(piece.ending)])
    if (piece.kind === 'gap') gaps.push({ reason: piece.reason, line, offset, length: bytes.length })
    else records.push({ uuid: piece.uuid, line, offset, length: piece.json.length })
    for (const code of piece.findings) findings.push({ code, line })
    parts.push(bytes)
    offset += bytes.length
    line += bytes.filter(byte => byte === 10).length
  }
  return { bytes: Buffer.concat(parts), expected: { records, gaps, findings } }
}

export function record(
  uuid: string | number,
  json: string | Uint8Array,
  ending: '\n' | '\r\n' | '',
  ...findings: readonly string[]
): Piece {
  return { kind: 'record', uuid, json: Buffer.from(json as Uint8Array), ending, findings }
}

export function gap(reason: string, bytes: string | Uint8Array, ...findings: readonly string[]): Piece {
  return { kind: 'gap', reason, bytes: Buffer.from(bytes as Uint8Array), findings }
}
