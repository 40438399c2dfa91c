// The damage fixtures: small session files with one damaged line, and what must be found in each, made together by
// construction. A file is a list of pieces in a row, and each piece says what it is; no parser is asked.
//
// `node scripts/tool.mjs damage-pairs` writes them to test/golden/damage.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { damagedPieces } from './damage-pairs/kinds.js'
import { layOut, type Pair, type Piece } from './damage-pairs/pieces.js'
import { DAMAGE_KINDS, type DamageKind } from './generator/damage.js'

const POSITIONS = ['first', 'middle', 'last'] as const
export type Position = (typeof POSITIONS)[number]

export interface NamedPair extends Pair {
  readonly name: string
}

/** 16 kinds of damage, in the first, a middle and the last line, with and without a final newline. */
export function damagePairs(): readonly NamedPair[] {
  return DAMAGE_KINDS.flatMap(kind =>
    POSITIONS.flatMap(position => [
      { name: `${kind}-${position}`, ...pairOf(kind, position, true) },
      { name: `${kind}-${position}-bare`, ...pairOf(kind, position, false) },
    ]),
  )
}

function pairOf(kind: DamageKind, position: Position, finalNewline: boolean): Pair {
  const pieces: readonly Piece[] = damagedPieces(kind, position, finalNewline)
  return layOut(pieces)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join('test', 'golden', 'damage')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (/\.jsonl?$/.test(name)) rmSync(join(folder, name))
  for (const { name, bytes, expected } of damagePairs()) {
    writeFileSync(join(folder, `${name}.jsonl`), bytes)
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(expected, null, 2)}\n`)
  }
  process.stdout.write(`wrote ${damagePairs().length} pairs to ${folder}\n`)
}
