// How much an answer may take: tokens by estimate, or characters.

import { InputError } from '../../format/error.js'

export interface Budget {
  readonly unit: 'tokens' | 'characters'
  readonly most: number
}

/** The shortest answer, with what frames it, has room in this. */
const LEAST = { tokens: 200, characters: 800 }

/** Of English text and code a token has more bytes than this, so what is counted is rather too much than too little. */
const BYTES_A_TOKEN = 3

/** `4000` or `4k` tokens; `12000c` characters. */
export function budgetOf(words: string): Budget {
  const [, digits, thousand, character] = /^(\d{1,9})([kK]?)(c?)$/.exec(words) ?? []
  if (digits === undefined)
    throw new InputError(
      'usage',
      `--budget must be a number of tokens such as 4000 or 4k, or of characters such as 12000c, not ${JSON.stringify(words)}`,
    )
  const unit = character ? 'characters' : 'tokens'
  const most = Number(digits) * (thousand ? 1000 : 1)
  if (most < LEAST[unit]) throw new InputError('budget-too-small', `--budget must be at least ${LEAST[unit]} ${unit}`)
  return { unit, most }
}

export function sizeOf(text: string, { unit }: Pick<Budget, 'unit'>): number {
  return unit === 'characters' ? text.length : Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN)
}

/** So many characters at the most will fit. */
export function roomIn({ unit, most }: Budget): number {
  return unit === 'characters' ? most : most * BYTES_A_TOKEN
}
