// Random turns with every feature of a session, noting the facts as they are made.
import { openingAttachments, queuedCommand } from './attachment-rows.js'
import { fileHistorySnapshot, lastPrompt, queueOperation } from './bookkeeping-rows.js'
import { compact } from './compaction-rows.js'
import { type Block, text, thinking } from './content-blocks.js'
import { toolUseId } from './identifiers.js'
import { codePool, request, words } from './prose.js'
import type { Writer } from './session-writer.js'
import { apiErrorRetry } from './system-rows.js'
import { bash, bashFailed, edit, grep, read, type ToolCall, write } from './tool-calls.js'
import type { Facts } from './truth.js'
import { ask, done, reply } from './turn.js'
import { bashMode, interrupt, localCommand, prompt, promptCommand, toolResult } from './user-rows.js'

export interface Story {
  readonly writer: Writer
  readonly facts: Facts
  readonly pool: readonly string[]
  /** Rounds of tool calls in a turn, at least and at most. */
  readonly rounds: readonly [number, number]
  /** Ends of turns that a later prompt may go back to. */
  readonly crossroads: Crossroads[]
  turns: number
  /** The last turn was stopped by the user. */
  stopped: boolean
  /** The last checkpoint names a row that the conversation has left. */
  checkpointStale: boolean
}

interface Crossroads {
  readonly tip: string
  readonly tokens: { readonly cached: number; readonly fresh: number }
  /** The prompt that came next. */
  next: string | null
}

export function beginStory(writer: Writer, facts: Facts, linesOfCode: number, rounds: Story['rounds'] = [0, 6]): Story {
  return {
    writer,
    facts,
    pool: codePool(writer.random, linesOfCode),
    rounds,
    crossroads: [],
    turns: 0,
    stopped: false,
    checkpointStale: false,
  }
}

/** One more turn: its start, some work, its end. */
export function randomTurn(story: Story): void {
  const { writer } = story
  const { random, generation } = writer
  start(story)
  if (story.turns === 1 && generation.attachments) openingAttachments(writer)
  if (generation.name === '2.1-early' && random.chance(0.1)) apiErrorRetry(writer, 529, 'overloaded_error', 1)
  const steps = random.int(...story.rounds)
  for (let step = 0; step < steps; step += 1) workStep(story)
  story.stopped = random.chance(0.06)
  if (story.stopped) stoppedTurn(story)
  else finishedTurn(story)
}

function finishedTurn(story: Story): void {
  const { writer, facts } = story
  const { random } = writer
  const last = done(writer, [...thoughts(story), text(words(random, random.int(6, 60)))])
  facts.usages.push(last.usage)
  if (story.checkpointStale || random.chance(0.3)) checkpoint(story, last.rows.at(-1))
  if (writer.tip !== null) {
    const { cached, fresh } = writer.growth
    story.crossroads.push({ tip: writer.tip, tokens: { cached, fresh }, next: null })
  }
  if (random.chance(0.03)) compactNow(story)
}

/** Leaves the last calls without results, as a closed window does. */
export function openEnd(story: Story): void {
  const { writer, facts } = story
  start(story)
  const asked = ask(writer, 'One more look.', someCalls(story))
  facts.usages.push(asked.answer.usage)
  for (const made of asked.calls) facts.calls.push({ id: made.id, result: null, atTip: true })
  checkpoint(story, asked.answer.rows.at(-1))
}

/** A checkpoint outlives what is written after it, so every change of the path needs a new one. */
export function checkpoint(story: Story, leaf: string | undefined): void {
  const { writer } = story
  story.checkpointStale = false
  if (writer.generation.name === '2.1') lastPrompt(writer, 'go on', leaf ?? null)
}

function start(story: Story): void {
  const { writer, facts } = story
  const { random } = writer
  story.turns += 1
  const before = story.crossroads.at(-1)
  const words = request(random, story.turns)
  const kind = random.next()
  if (kind < 0.06) facts.prompts.push({ uuid: promptCommand(writer, 'review', 'all', words), kind: 'command' })
  else if (kind < 0.1) facts.prompts.push({ uuid: bashMode(writer, 'ls', 'README.md\n'), kind: 'bash' })
  else {
    if (kind < 0.14) localCommand(writer, 'cost', '', 'Total cost: $1.20')
    else if (kind < 0.2 && rewound(story, words)) return
    const direct = writer.tip === before?.tip
    const uuid = prompt(writer, words)
    if (before && direct) before.next = uuid
    facts.prompts.push({ uuid, kind: 'prompt' })
    if (random.chance(0.3)) fileHistorySnapshot(writer, uuid)
  }
}

/** Goes back to the end of an earlier turn and asks something else there. */
function rewound(story: Story, words: string): boolean {
  const { writer, facts } = story
  const places = story.crossroads.filter(place => place.next !== null)
  if (places.length === 0) return false
  const place = writer.random.pick(places)
  Object.assign(writer.growth, place.tokens)
  story.checkpointStale = true
  const uuid = prompt(writer, words, { parent: place.tip })
  const children = facts.forks.get(place.tip)
  if (children) children.push(uuid)
  else facts.forks.set(place.tip, [place.next ?? '', uuid])
  facts.prompts.push({ uuid, kind: 'prompt' })
  return true
}

function workStep(story: Story): void {
  const { writer, facts } = story
  const { random, generation } = writer
  const lead: readonly Block[] = [...thoughts(story), ...(random.chance(0.5) ? [text(words(random, 9))] : [])]
  const asked = ask(writer, lead, someCalls(story))
  facts.usages.push(asked.answer.usage)
  for (const made of asked.calls) facts.calls.push({ id: made.id, result: reply(writer, made), atTip: false })
  if (random.chance(0.01)) orphanResult(story)
  if (generation.attachments && random.chance(0.04)) {
    const queued = request(random, story.turns + 1000)
    queueOperation(writer, 'enqueue', queued)
    queueOperation(writer, 'remove')
    facts.prompts.push({ uuid: queuedCommand(writer, queued), kind: 'queued' })
  }
}

/** The user stops the model: the calls after the first stay without a result for ever. */
function stoppedTurn(story: Story): void {
  const { writer, facts } = story
  const asked = ask(writer, 'Let me see.', someCalls(story))
  facts.usages.push(asked.answer.usage)
  for (const [index, made] of asked.calls.entries()) {
    const result = index === 0 && asked.calls.length > 1 ? reply(writer, made) : null
    facts.calls.push({ id: made.id, result, atTip: false })
  }
  interrupt(writer, true)
}

function orphanResult(story: Story): void {
  const { writer, facts } = story
  const id = toolUseId(writer.random)
  const row = toolResult(writer, { toolUseId: id, assistantRow: writer.tip ?? '', content: 'from another life' })
  facts.orphans.push({ id, row })
}

function compactNow(story: Story): void {
  const { writer, facts } = story
  const made = compact(writer, 'auto', `Summary:\n${words(writer.random, 80)}`)
  facts.compactions.push(made.boundary)
  checkpoint(story, made.summary)
  story.crossroads.length = 0
}

export function thoughts(story: Story): readonly Block[] {
  const { random } = story.writer
  if (!random.chance(0.3)) return []
  return [thinking(random, random.chance(0.5) ? '' : words(random, random.int(5, 40)))]
}

export function someCalls(story: Story): readonly ToolCall[] {
  const { random } = story.writer
  const count = random.chance(0.25) ? random.int(2, 4) : 1
  return Array.from({ length: count }, () => oneCall(story))
}

export function oneCall(story: Story): ToolCall {
  const { random, place } = story.writer
  const source = random.pick(story.pool)
  const path = `${place.cwd}/src/${random.pick(['tide', 'moon', 'gauge'])}-${random.int(1, 99)}.ts`
  const kind = random.next()
  if (kind < 0.45) return read(path, source)
  if (kind < 0.65) return bash('npm test', 'Run the tests', source, 1)
  if (kind < 0.75) return edit(path, source, source.slice(0, 40), `// changed\n${source.slice(0, 40)}`)
  if (kind < 0.82) return write(path, source)
  if (kind < 0.92) return grep(words(random, 1), place.cwd, [path])
  return bashFailed('npm run build', 'Build', 2, source.slice(0, 300))
}
