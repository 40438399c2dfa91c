// Prices that the user brings along: a JSON list of rows as in the table, of which `model`, `input` and `output` must be
// there. What is left out of a row follows from its input price, as in the table.

import { type PriceRow, priceRow } from '../../catalog/usage/price-table.js'
import { peekText } from '../../disk/peek.js'
import { InputError } from '../../format/error.js'

const MAX_PRICES = 1024 * 1024

export function ownPrices(path: string): readonly PriceRow[] {
  const text = peekText(path, MAX_PRICES)
  if (text === undefined) throw new InputError('usage', `--prices: cannot read ${path}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InputError('usage', `--prices: ${path} is not valid JSON`)
  }
  if (!Array.isArray(value)) throw new InputError('usage', `--prices: ${path} is not a list of prices`)
  return value.map((row: unknown, index) => rowOf(row, `--prices: row ${index + 1} of ${path}`))
}

type Fields = Readonly<Record<string, unknown>>

const RATES = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const

function rowOf(row: unknown, name: string): PriceRow {
  const fields = (typeof row === 'object' && row !== null ? row : {}) as Fields
  const { model, from, fast, geo, long } = fields
  if (typeof model !== 'string' || model === '' || !isPrice(fields['input']) || !isPrice(fields['output']))
    throw new InputError('usage', `${name} needs a model, and input and output in US dollars for a million tokens`)
  const wrong = (field: string): InputError => new InputError('usage', `${name}: ${field} is not valid`)
  for (const rate of RATES) if (fields[rate] !== undefined && !isPrice(fields[rate])) throw wrong(rate)
  if (from !== undefined && (typeof from !== 'string' || Number.isNaN(Date.parse(from)))) throw wrong('from')
  if (fast !== undefined && !isPrice(fast)) throw wrong('fast')
  if (geo !== undefined && !isTable(geo)) throw wrong('geo')
  const longer = (long ?? undefined) as Fields | undefined
  if (longer !== undefined && !(isPrice(longer['above']) && isPrice(longer['input']) && isPrice(longer['output'])))
    throw wrong('long')
  return {
    ...priceRow(model, fields['input'], fields['output'], given(fields)),
    ...(from === undefined ? {} : { from }),
    ...(fast === undefined ? {} : { fast }),
    ...(geo === undefined ? {} : { geo }),
    ...(longer === undefined
      ? {}
      : {
          long: {
            ...priceRow('', longer['input'] as number, longer['output'] as number, given(longer)),
            above: longer['above'] as number,
          },
        }),
  }
}

/** The rates that are said. */
function given(fields: Fields): Partial<PriceRow> {
  return Object.fromEntries(RATES.filter(rate => isPrice(fields[rate])).map(rate => [rate, fields[rate]]))
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isTable(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPrice)
}
