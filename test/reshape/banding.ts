// A session in bands, as `compress --bands` does it without a model.

import { bandTexts } from '../../src/actions/compress/texts.js'
import { contextCalibration, findContext } from '../../src/context/index.js'
import { compressBands } from '../../src/reshape/compress/bands.js'
import { sentTurns } from '../../src/reshape/compress/sent-turns.js'
import { type Changed, change, examine, folderOf, idIn, sourceOf } from './in-memory.js'

const BANDS = [
  { from: 0, to: 0.5, share: 0.1 },
  { from: 0.5, to: 0.8, share: 0.35 },
]

export async function banded(bytes: Uint8Array, keepTools: boolean, id = idIn(bytes)): Promise<Changed> {
  const source = sourceOf(bytes, examine(bytes, folderOf(id)), id)
  const context = findContext(source)
  const turns = sentTurns(source, context)
  const { rate } = contextCalibration(source, context)
  const made = await bandTexts({ source, context, turns, bands: BANDS, rate, keepTools }, undefined, '', {
    signal: new AbortController().signal,
  })
  return change(bytes, { verbs: [compressBands(made)] }, id)
}
