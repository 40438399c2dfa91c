// What a scene is played on: a story that is being written, and the files that come to lie around it.
import { type Block, text } from '../content-blocks.js'
import { request, words } from '../prose.js'
import { checkpoint, oneCall, type Story, someCalls, thoughts } from '../random-turns.js'
import { done, type Lead, type Work, work } from '../turn.js'
import { prompt } from '../user-rows.js'

export interface Stage extends Story {
  /** Path in the config dir, and content. */
  readonly files: [path: string, content: string][]
}

/** One event of a session, such as a turn with a queued prompt. */
export type Scene = (stage: Stage) => void

/** What the user asks next. */
export function asked(stage: Stage, options: Parameters<typeof prompt>[2] = {}): string {
  stage.turns += 1
  return prompt(stage.writer, sentence(stage), options)
}

export const sentence = ({ writer, turns }: Stage): string => request(writer.random, turns)

export const said = ({ writer: { random } }: Stage): string => words(random, random.int(4, 30))

/** So many rounds of calls. */
export function worked(stage: Stage, least = 0, most = 3): Work | undefined {
  const { writer } = stage
  let last: Work | undefined
  for (let left = writer.random.int(least, most); left > 0; left -= 1)
    last = work(writer, lead(stage), ...someCalls(stage))
  return last
}

export function lead(stage: Stage): Lead {
  const { random } = stage.writer
  return [...thoughts(stage), ...(random.chance(0.5) ? [text(said(stage))] : [])]
}

/** The end of a turn, in words; the checkpoint may name it. */
export function answered(stage: Stage, blocks: readonly Block[] = [...thoughts(stage), text(said(stage))]): string {
  const { writer } = stage
  const { rows } = done(writer, blocks)
  stage.stopped = false
  if (stage.checkpointStale || writer.random.chance(0.3)) checkpoint(stage, rows.at(-1))
  if (writer.tip !== null) stage.crossroads.push({ tip: writer.tip, tokens: { ...writer.growth }, next: null })
  return rows.at(-1)!
}

export { checkpoint, oneCall, someCalls, thoughts }
