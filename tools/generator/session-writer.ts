// Writes one transcript file row by row, as the client of a generation does, and knows where its chain stands.
import { type Clock, clockAt } from './clock.js'
import { type Generation, type GenerationName, generation } from './generation.js'
import { uuid } from './identifiers.js'
import { type Random, randomFrom, seedOf } from './random.js'
import { growthFrom, type TokenGrowth } from './token-growth.js'

export interface Place {
  readonly sessionId: string
  readonly cwd: string
  readonly gitBranch: string
  readonly startedAt: string
}

interface Agent {
  readonly agentId: string
}

export interface Writer {
  readonly place: Place
  readonly generation: Generation
  readonly model: string
  readonly random: Random
  readonly clock: Clock
  readonly slug: string
  /** Agents share the session's id; inline ones (1.0) also its file. */
  readonly agent: Agent | null
  readonly sidechain: boolean
  readonly lines: string[]
  /** The uuid of each line, null where it has none. */
  readonly uuids: (string | null)[]
  readonly growth: TokenGrowth
  /** The last row of the chain: the parent of the next one. */
  tip: string | null
  promptId: string
  turn: number
  turnStartedAt: number
  answered: boolean
}

export interface Stamp {
  readonly uuid: string
  readonly timestamp: string
}

export interface RowPlace {
  readonly parent?: string | null
  /** An id that an earlier row has named already. */
  readonly uuid?: string
  readonly logicalParent?: string
  /** A side leaf: the chain goes on from where it was. */
  readonly sideLeaf?: boolean
  readonly withPromptId?: boolean
}

export type Fields = Readonly<Record<string, unknown>>

const ADJECTIVES = ['sunny', 'quiet', 'ferny', 'amber', 'salty', 'gentle', 'northern', 'curious']
const GERUNDS = ['drifting', 'humming', 'knitting', 'sailing', 'counting', 'baking', 'skipping', 'folding']
const NOUNS = ['lantern', 'heron', 'teapot', 'harbour', 'meadow', 'compass', 'otter', 'barometer']

export function openSession(place: Place, name: GenerationName, model?: string): Writer {
  const random = randomFrom(seedOf(place.sessionId))
  const kind = generation(name)
  return {
    place,
    generation: kind,
    model: model ?? kind.model,
    random,
    clock: clockAt(place.startedAt, random),
    slug: `${random.pick(ADJECTIVES)}-${random.pick(GERUNDS)}-${random.pick(NOUNS)}`,
    agent: null,
    sidechain: false,
    lines: [],
    uuids: [],
    growth: growthFrom(random.int(13_800, 21_400)),
    tip: null,
    promptId: uuid(random),
    turn: 0,
    turnStartedAt: 0,
    answered: false,
  }
}

/** An agent's own transcript; in 1.0 it is written into the lines of the session. */
export function openAgent(parent: Writer, agentId: string): Writer {
  const inline = parent.generation.agents === 'inline'
  return {
    ...parent,
    model: parent.generation.agentModel,
    agent: { agentId },
    sidechain: true,
    lines: inline ? parent.lines : [],
    uuids: inline ? parent.uuids : [],
    growth: growthFrom(parent.random.int(6_200, 9_800)),
    tip: null,
    turn: 0,
    turnStartedAt: 0,
    answered: false,
  }
}

/** Appends a row of the chain and returns its uuid. The body says where in it the stamp stands. */
export function appendRow(writer: Writer, body: (stamp: Stamp) => Fields, at: RowPlace = {}): string {
  const stamp = { uuid: at.uuid ?? uuid(writer.random), timestamp: writer.clock.now() }
  const parentUuid = at.parent === undefined ? writer.tip : at.parent
  const logical = at.logicalParent === undefined ? {} : { logicalParentUuid: at.logicalParent }
  const chain = { parentUuid, ...logical, isSidechain: writer.sidechain }
  writer.lines.push(JSON.stringify({ ...chain, ...aroundBody(writer, body(stamp), at.withPromptId === true) }))
  writer.uuids.push(stamp.uuid)
  if (at.sideLeaf !== true) writer.tip = stamp.uuid
  return stamp.uuid
}

/** A row outside the chain. */
export function appendBookkeeping(writer: Writer, fields: Fields): void {
  writer.lines.push(JSON.stringify(fields))
  writer.uuids.push(null)
}

/** A line as it stands, with numbers and escapes that no stringify would write. */
export function appendRaw(writer: Writer, line: string): void {
  writer.lines.push(line)
  writer.uuids.push(null)
}

function aroundBody(writer: Writer, body: Fields, withPromptId: boolean): Fields {
  const { place, generation: kind, agent } = writer
  const where = { cwd: place.cwd, sessionId: place.sessionId, version: kind.version, gitBranch: place.gitBranch }
  const agentId = agent && kind.agents !== 'inline' ? { agentId: agent.agentId } : {}
  const slug = kind.slug && writer.answered ? { slug: writer.slug } : {}
  if (kind.sessionFields === 'first') return { userType: 'external', ...where, ...agentId, ...slug, ...body }
  const promptId = withPromptId ? { promptId: writer.promptId } : {}
  return { ...promptId, ...agentId, ...body, userType: 'external', entrypoint: 'cli', ...where, ...slug }
}
