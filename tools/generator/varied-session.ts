// Sound sessions of every shape that clients are known to write, with the files around them: what must never be refused.
import type { GenerationName } from './generation.js'
import { uuid } from './identifiers.js'
import { randomFrom } from './random.js'
import { beginStory, openEnd, randomTurn } from './random-turns.js'
import { agentInBackground, agentsAtWork, promptSuggestion, sideQuestion } from './scenes/agents.js'
import * as answers from './scenes/answers.js'
import { shellInBackground } from './scenes/background.js'
import { bookkeeping, teamMessages } from './scenes/bookkeeping.js'
import { answeredAgain, editedPrompt, rewindIntoTurn, rewindOnPurpose, twoClients } from './scenes/branching.js'
import { answeredCommand, localCommands, shellOfTheUser } from './scenes/commands.js'
import * as compacting from './scenes/compacting.js'
import { givenUp, refusedByModel, triedAgain } from './scenes/failures.js'
import { fileHistory, largeOutput, tasks } from './scenes/kept-files.js'
import { pastedPicture, picturesFromTools } from './scenes/pictures.js'
import { queuedAndLost, queuedForLater, queuedMidTurn } from './scenes/queue.js'
import { checkpoint, type Scene, type Stage } from './scenes/stage.js'
import { attachments, blockedPrompt, hooks, notices, planMode } from './scenes/surroundings.js'
import { type Files, files, sessionPath, transcript } from './session-files.js'
import { openSession } from './session-writer.js'
import { noFacts } from './truth.js'
import { localCommand } from './user-rows.js'

export interface VariedSession {
  readonly sessionId: string
  readonly cwd: string
  /** In the config dir, as those of the files. */
  readonly path: string
  readonly bytes: Uint8Array
  /** With the session itself. */
  readonly files: Files
  readonly generation: GenerationName
  /** The scenes that were played, in order. */
  readonly scenes: readonly string[]
}

export interface VariedOptions {
  /** Default: 12. */
  readonly scenes?: number
  readonly generation?: GenerationName
}

const GENERATIONS: readonly GenerationName[] = ['1.0', '2.0', '2.1-early', '2.1', '2.1']

/** 2.0 and before: no attachments; before 2.1: no agents of the client's own, no tasks that are notified. */
type Since = 'always' | '2.0' | '2.1' | 'attachments'

const SCENES: Readonly<Record<string, readonly [scene: Scene, weight: number, since: Since]>> = {
  ordinary: [randomTurn, 12, 'always'],
  queuedMidTurn: [queuedMidTurn, 5, '2.0'],
  queuedForLater: [queuedForLater, 2, 'always'],
  queuedAndLost: [queuedAndLost, 1, 'always'],
  editedPrompt: [editedPrompt, 3, 'always'],
  answeredAgain: [answeredAgain, 3, 'always'],
  rewindOnPurpose: [rewindOnPurpose, 3, 'always'],
  rewindIntoTurn: [rewindIntoTurn, 2, 'always'],
  twoClients: [twoClients, 1, 'always'],
  compactedBetween: [compacting.compactedBetween, 2, 'always'],
  compactedMidTurn: [compacting.compactedMidTurn, 2, 'always'],
  compactedTwice: [compacting.compactedTwice, 1, 'always'],
  microcompacted: [compacting.microcompacted, 2, '2.0'],
  attachments: [attachments, 5, 'attachments'],
  hooks: [hooks, 4, '2.0'],
  blockedPrompt: [blockedPrompt, 1, '2.1'],
  planMode: [planMode, 2, 'always'],
  notices: [notices, 2, '2.1'],
  thinkingOfAllKinds: [answers.thinkingOfAllKinds, 4, 'always'],
  slowStream: [answers.slowStream, 3, 'always'],
  resultsInAnyOrder: [answers.resultsInAnyOrder, 3, 'always'],
  wordsBesideResults: [answers.wordsBesideResults, 2, 'always'],
  serverTools: [answers.serverTools, 1, '2.1'],
  toolsLookedUp: [answers.toolsLookedUp, 2, '2.0'],
  otherModel: [answers.otherModel, 2, 'always'],
  stoppedWriting: [answers.stoppedWriting, 2, 'always'],
  stoppedAtCall: [answers.stoppedAtCall, 2, 'always'],
  triedAgain: [triedAgain, 2, '2.0'],
  givenUp: [givenUp, 2, 'always'],
  refusedByModel: [refusedByModel, 1, 'always'],
  shellInBackground: [shellInBackground, 3, '2.1'],
  localCommands: [localCommands, 3, 'always'],
  answeredCommand: [answeredCommand, 2, 'always'],
  shellOfTheUser: [shellOfTheUser, 2, 'always'],
  agentsAtWork: [agentsAtWork, 4, 'always'],
  agentInBackground: [agentInBackground, 2, '2.1'],
  promptSuggestion: [promptSuggestion, 2, '2.1'],
  sideQuestion: [sideQuestion, 1, '2.1'],
  fileHistory: [fileHistory, 3, '2.0'],
  largeOutput: [largeOutput, 2, '2.1'],
  tasks: [tasks, 2, 'always'],
  bookkeeping: [bookkeeping, 4, 'always'],
  teamMessages: [teamMessages, 1, '2.1'],
  pastedPicture: [pastedPicture, 2, 'always'],
  picturesFromTools: [picturesFromTools, 2, 'always'],
}

const EARLIEST: Readonly<Record<Since, readonly GenerationName[]>> = {
  always: ['1.0', '2.0', '2.1-early', '2.1'],
  '2.0': ['2.0', '2.1-early', '2.1'],
  '2.1': ['2.1-early', '2.1'],
  attachments: ['2.1'],
}

export function variedSession(seed: number, options: VariedOptions = {}): VariedSession {
  const random = randomFrom(seed * 7919 + 13)
  const place = {
    sessionId: uuid(random),
    cwd: random.pick(['/home/ada/tide-table', '/home/lin/night-train', '/home/ada/weather station']),
    gitBranch: random.pick(['main', 'feature/moon', '']),
    startedAt: new Date(Date.UTC(2026, random.int(0, 9), random.int(1, 28), random.int(0, 23))).toISOString(),
  }
  const generation = options.generation ?? random.pick(GENERATIONS)
  const writer = openSession(place, generation)
  const stage: Stage = { ...beginStory(writer, noFacts(), 12, [0, 3]), files: [] }
  const possible = Object.entries(SCENES).filter(([, [, , since]]) => EARLIEST[since].includes(generation))
  const total = possible.reduce((sum, [, [, weight]]) => sum + weight, 0)
  const played: string[] = []
  if (random.chance(0.08)) compacting.continuedElsewhere(stage)
  for (let left = options.scenes ?? 12; left > 0; left -= 1) {
    let lot = random.next() * total
    const [name, [scene]] = possible.find(([, [, weight]]) => (lot -= weight) < 0) ?? possible[0]!
    played.push(name)
    scene(stage)
  }
  end(stage, random.next())
  const path = sessionPath(place)
  const lies = files([[path, transcript(writer)], ...stage.files])
  return {
    sessionId: place.sessionId,
    cwd: place.cwd,
    path,
    bytes: lies.get(path)!,
    files: lies,
    generation,
    scenes: played,
  }
}

/** Done, stopped, closed in the middle of a round, or left by a command. */
function end(stage: Stage, lot: number): void {
  if (lot < 0.4) return
  if (lot < 0.6) openEnd(stage)
  else if (lot < 0.7) answers.stoppedWriting(stage)
  else if (lot < 0.8) localCommand(stage.writer, 'exit', '', 'Bye!')
  else {
    randomTurn(stage)
    checkpoint(stage, stage.writer.tip ?? undefined)
  }
}
