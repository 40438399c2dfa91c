// Requests that failed: tried again, given up, refused.
import { answer, apiErrorMessage } from '../assistant-rows.js'
import { text } from '../content-blocks.js'
import { apiErrorRetry } from '../system-rows.js'
import { userText } from '../user-rows.js'
import { answered, asked, type Scene, said, worked } from './stage.js'

export const triedAgain: Scene = stage => {
  const { writer } = stage
  asked(stage)
  worked(stage, 0, 2)
  for (let attempt = 1; attempt <= writer.random.int(1, 4); attempt += 1)
    apiErrorRetry(writer, 529, 'overloaded_error', attempt)
  answered(stage)
}

export const givenUp: Scene = stage => {
  const { writer } = stage
  asked(stage)
  worked(stage, 0, 2)
  apiErrorMessage(
    writer,
    writer.random.pick(['API Error: 500 Internal server error', 'Prompt is too long', 'Request timed out']),
  )
  if (writer.random.chance(0.5)) userText(writer, 'Continue from where you left off.', { isMeta: true })
  asked(stage)
  answered(stage)
}

export const refusedByModel: Scene = stage => {
  const { writer } = stage
  asked(stage)
  answer(writer, [text(said(stage))], 'refusal')
  asked(stage)
  answered(stage)
}
