// Compactions: with entries that are kept, in the middle of a turn, twice in a row, of single results.
import { attachment } from '../attachment-rows.js'
import { compact } from '../compaction-rows.js'
import { text } from '../content-blocks.js'
import { uuid } from '../identifiers.js'
import { words } from '../prose.js'
import { appendRow } from '../session-writer.js'
import { work } from '../turn.js'
import { localCommand } from '../user-rows.js'
import { compactionAgent } from './agents.js'
import { answered, asked, checkpoint, lead, type Scene, type Stage, someCalls, worked } from './stage.js'

const summaryOf = ({ writer: { random } }: Stage): string => `Summary:\n${words(random, random.int(20, 90))}`

function compacted(stage: Stage, trigger: 'manual' | 'auto', kept: readonly string[]): void {
  const { writer, facts } = stage
  if (writer.random.chance(0.5)) compactionAgent(stage)
  const preserved = kept.length > 0 && writer.generation.name === '2.1' ? { uuids: kept } : undefined
  const made = compact(writer, trigger, summaryOf(stage), preserved)
  facts.compactions.push(made.boundary)
  stage.crossroads.length = 0
  if (writer.random.chance(0.6)) checkpoint(stage, made.summary)
  if (writer.generation.attachments && writer.random.chance(0.6))
    attachment(writer, { type: 'date', date: writer.clock.now().slice(0, 10) })
}

/** Of everything, or with the last answer kept; by the user, or by the client. */
export const compactedBetween: Scene = stage => {
  const { random } = stage.writer
  asked(stage)
  worked(stage)
  const last = answered(stage)
  compacted(stage, random.chance(0.5) ? 'manual' : 'auto', random.chance(0.6) ? [last] : [])
  if (random.chance(0.4)) localCommand(stage.writer, 'compact', '', 'Compacted')
}

/** In the middle of a turn: the open round is kept, and the turn goes on behind the summary. */
export const compactedMidTurn: Scene = stage => {
  const { writer } = stage
  asked(stage)
  worked(stage, 0, 2)
  const round = work(writer, lead(stage), ...someCalls(stage))
  compacted(stage, 'auto', [...round.answer.rows, ...round.results])
  worked(stage, 0, 2)
  answered(stage)
}

/** Compacted, and at once again. */
export const compactedTwice: Scene = stage => {
  asked(stage)
  const last = answered(stage)
  compacted(stage, 'manual', [last])
  if (stage.writer.random.chance(0.5)) {
    asked(stage)
    answered(stage)
  }
  compacted(stage, 'manual', [])
  asked(stage)
  answered(stage)
}

/** Old results that the client itself has emptied in what it sends. */
export const microcompacted: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const round = worked(stage, 1, 3)
  const ids = round?.calls.map(({ id }) => id) ?? []
  appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'microcompact_boundary',
    content: 'Context microcompacted',
    isMeta: false,
    ...stamp,
    level: 'info',
    microcompactMetadata: {
      trigger: 'auto',
      preTokens: 90_000,
      tokensSaved: 21_000,
      compactedToolIds: ids,
      clearedAttachmentUUIDs: [],
    },
  }))
  answered(stage)
}

/** A file that continues another one: its first entry is a boundary behind entries that are not here. */
export const continuedElsewhere: Scene = stage => {
  const { writer } = stage
  writer.tip = uuid(writer.random)
  compact(writer, 'auto', summaryOf(stage))
  if (writer.random.chance(0.5)) answered(stage, [text('Understood.')])
}
