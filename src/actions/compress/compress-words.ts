// What compress takes, in the words of its flags: exactly one of them says how much.

import { InputError } from '../../format/error.js'
import type { Band, CompressSelection, DividingOptions } from '../../reshape/compress/index.js'
import { shareOf } from '../reshape/own-presets.js'

export interface CompressWords {
  readonly keepLast?: number | undefined
  readonly keepLastCalls?: number | undefined
  /** A share such as `60%`. */
  readonly oldest?: string | undefined
  /** What `oldest` is counted in. */
  readonly by?: 'turns' | 'calls' | 'tokens' | undefined
  /** In tokens. */
  readonly budget?: number | undefined
  /** As in `0-50:10%,50-80:35%`: of the turns from the oldest to the middle, a tenth of the words, and so on. */
  readonly bands?: string | undefined
}

export type CompressChoice =
  | CompressSelection
  | DividingOptions
  | { readonly kind: 'bands'; readonly bands: readonly Band[] }

export function compressChoice(words: CompressWords): CompressChoice {
  const { keepLast, keepLastCalls, oldest, by, budget, bands } = words
  const given = [keepLast, keepLastCalls, oldest, budget, bands].filter(one => one !== undefined).length
  if (given !== 1)
    throw new InputError(
      'usage',
      'compress needs exactly one of --keep-last 5, --keep-last-calls 20, --oldest 60%, --budget 40k or --bands 0-50:10%',
    )
  if (by !== undefined && oldest === undefined) throw new InputError('usage', '--by requires --oldest')
  if (keepLast !== undefined) return { kind: 'keep-last', turns: Math.max(1, keepLast) }
  if (keepLastCalls !== undefined) return { kind: 'keep-last-calls', calls: keepLastCalls }
  if (budget !== undefined) return { kind: 'budget', tokens: budget }
  if (bands !== undefined) return { kind: 'bands', bands: bands.split(',').map(bandOf) }
  const share = shareOf(oldest!)
  if (share === undefined)
    throw new InputError('usage', `--oldest must be a percentage such as 60%, not ${JSON.stringify(oldest)}`)
  return by === 'calls' || by === 'tokens' ? { kind: 'oldest', share, by } : { kind: 'oldest', share }
}

function bandOf(text: string): Band {
  const found = /^(\d{1,3})-(\d{1,3}):(\d{1,3})%?$/.exec(text.trim())
  const [from, to, share] = (found ?? []).slice(1).map(Number)
  if (
    from === undefined ||
    to === undefined ||
    share === undefined ||
    from >= to ||
    to > 100 ||
    share < 1 ||
    share > 99
  )
    throw new InputError('usage', `--bands must be a list such as 0-50:10%,50-80:35%, not ${JSON.stringify(text)}`)
  return { from: from / 100, to: to / 100, share: share / 100 }
}
