// Prompts that were typed while the model worked, and notes that came meanwhile.
import { attachment, queuedCommand } from '../attachment-rows.js'
import { queueOperation } from '../bookkeeping-rows.js'
import { image, text } from '../content-blocks.js'
import { uuid } from '../identifiers.js'
import { randomPng } from './pictures.js'
import { answered, asked, type Scene, type Stage, sentence, worked } from './stage.js'

/** Several in a row, some of them with a picture; the model goes on, or is done. */
export const queuedMidTurn: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  worked(stage, 1, 2)
  const waiting = Array.from({ length: random.int(1, 3) }, () => sentence(stage))
  for (const one of waiting) queueOperation(writer, 'enqueue', one)
  if (random.chance(0.3)) worked(stage, 1, 1)
  for (const one of waiting) {
    if (random.chance(0.2)) {
      queueOperation(writer, 'popAll', one)
      continue
    }
    queueOperation(writer, 'remove')
    reach(stage, one)
  }
  worked(stage, 0, 2)
  answered(stage)
}

function reach(stage: Stage, words: string): void {
  const { writer } = stage
  const { random } = writer
  const lot = random.next()
  if (lot < 0.5) queuedCommand(writer, words)
  else if (lot < 0.7)
    attachment(writer, {
      type: 'queued_command',
      prompt: [text(words), image(randomPng(random))],
      commandMode: 'prompt',
    })
  else
    attachment(writer, {
      type: 'queued_command',
      prompt: words,
      source_uuid: uuid(random),
      delivery_id: uuid(random),
      commandMode: 'prompt',
      timestamp: writer.clock.now(),
    })
}

/** Not taken up while the model worked: a turn of its own. */
export const queuedForLater: Scene = stage => {
  const { writer } = stage
  asked(stage)
  worked(stage, 0, 2)
  const words = sentence(stage)
  queueOperation(writer, 'enqueue', words)
  answered(stage)
  queueOperation(writer, 'dequeue')
  asked(stage)
  answered(stage)
}

/** The window was closed before it was taken up. */
export const queuedAndLost: Scene = stage => {
  asked(stage)
  answered(stage)
  queueOperation(stage.writer, 'enqueue', sentence(stage))
}
