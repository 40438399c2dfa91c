// Several leaves: prompts that were edited, answers that were asked for again, rewinds, two clients at one session.
import { answer, apiErrorMessage } from '../assistant-rows.js'
import { lastPrompt } from '../bookkeeping-rows.js'
import { text } from '../content-blocks.js'
import { someCalls } from '../random-turns.js'
import { work } from '../turn.js'
import { prompt } from '../user-rows.js'
import { answered, asked, checkpoint, type Scene, said, sentence, worked } from './stage.js'

/** Sent, stopped before an answer, changed and sent again: the first hangs there without one. */
export const editedPrompt: Scene = stage => {
  const { writer } = stage
  const above = writer.tip
  const before = { ...writer.growth }
  asked(stage)
  for (let left = writer.random.int(0, 2); left > 0; left -= 1) {
    Object.assign(writer.growth, before)
    prompt(writer, sentence(stage), { parent: above })
  }
  stage.checkpointStale = true
  worked(stage)
  answered(stage)
}

/** The stream broke off, and the request was made again: two answers below one entry. */
export const answeredAgain: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  if (random.chance(0.5)) worked(stage, 1, 2)
  const above = writer.tip
  answer(writer, [text(said(stage))], 'end_turn', { interrupted: true })
  if (random.chance(0.5)) apiErrorMessage(writer, 'API Error: Connection error.')
  writer.tip = above
  stage.checkpointStale = true
  worked(stage, 0, 2)
  answered(stage)
}

/** Back to an earlier entry on purpose, which the checkpoint says; work goes on from there. */
export const rewindOnPurpose: Scene = stage => {
  const { writer } = stage
  const place = stage.crossroads.length > 0 ? writer.random.pick(stage.crossroads) : undefined
  if (place === undefined) return
  if (writer.generation.name === '2.1') lastPrompt(writer, '', place.tip, { explicit: true })
  Object.assign(writer.growth, place.tokens)
  writer.tip = place.tip
  stage.checkpointStale = true
  asked(stage)
  worked(stage)
  answered(stage)
}

/** Back to within a turn, right behind a result. */
export const rewindIntoTurn: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const first = worked(stage, 1, 2)
  const behind = first?.results.at(-1)
  worked(stage, 0, 1)
  answered(stage)
  if (behind === undefined) return
  writer.tip = behind
  stage.checkpointStale = true
  asked(stage)
  answered(stage)
}

/** Two windows had the session open: their entries alternate, and each goes on from its own. */
export const twoClients: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  const tips = [writer.tip, writer.tip]
  for (let step = random.int(2, 4); step > 0; step -= 1) {
    for (const at of [0, 1]) {
      writer.tip = tips[at]!
      if (step === 1 || random.chance(0.5)) asked(stage)
      work(writer, said(stage), ...someCalls(stage))
      tips[at] = writer.tip
    }
  }
  for (const at of random.chance(0.5) ? [0, 1] : [1, 0]) {
    writer.tip = tips[at]!
    answer(writer, [text(said(stage))], 'end_turn')
  }
  checkpoint(stage, writer.tip ?? undefined)
  stage.crossroads.length = 0
}
