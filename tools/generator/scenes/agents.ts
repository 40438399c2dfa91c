// Agents: started by calls, in each other, in the background; and those of the client's own that no call started.
import { answer } from '../assistant-rows.js'
import { text } from '../content-blocks.js'
import { hexId } from '../identifiers.js'
import { agentPath, transcript } from '../session-files.js'
import { openAgent } from '../session-writer.js'
import { type AgentTask, runAgent } from '../subagents.js'
import { ask, reply, work } from '../turn.js'
import { prompt, userText } from '../user-rows.js'
import { answered, asked, oneCall, type Scene, type Stage, said, sentence } from './stage.js'

const task = (stage: Stage): AgentTask => ({
  type: stage.writer.random.pick(['Explore', 'general-purpose', 'code-reviewer']),
  description: 'Look around',
  prompt: sentence(stage),
  report: said(stage),
})

/** One or several, some of which start another. */
export const agentsAtWork: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    const run = runAgent(writer, said(stage), task(stage), agent => {
      for (let step = random.int(0, 2); step > 0; step -= 1) work(agent, said(stage), oneCall(stage))
      if (!random.chance(0.2)) return undefined
      return runAgent(agent, said(stage), task(stage), () => undefined).files
    })
    keep(stage, run.files)
  }
  answered(stage)
}

/** Started, and left to itself: the result says where it will be. */
export const agentInBackground: Scene = stage => {
  const { writer } = stage
  if (writer.generation.agents !== 'folder') return
  asked(stage)
  const input = {
    subagent_type: 'Explore',
    description: 'Look around',
    prompt: sentence(stage),
    run_in_background: true,
  }
  const { calls } = ask(writer, said(stage), [{ name: writer.generation.agentTool, input, content: '' }])
  const agentId = `a${hexId(writer.random, 16)}`
  const agent = openAgent(writer, agentId)
  const outputFile = `/tmp/claude-1000/tasks/${agentId}.output`
  for (const made of calls)
    reply(writer, {
      ...made,
      call: {
        ...made.call,
        content: [{ type: 'text', text: `Async agent launched successfully.\nagentId: ${agentId}` }],
        toolUseResult: {
          isAsync: true,
          status: 'async_launched',
          agentId,
          description: 'Look around',
          prompt: input.prompt,
          outputFile,
        },
      },
    })
  prompt(agent, input.prompt)
  work(agent, said(stage), oneCall(stage))
  answer(agent, [text(said(stage))], 'end_turn')
  keep(stage, [[agentPath(agent), transcript(agent)]])
  answered(stage)
}

/** It hangs on an entry of the session, and no call names it. */
function ownAgent(stage: Stage, name: string, words: string, notes: number): void {
  const { writer } = stage
  if (writer.generation.agents !== 'folder') return
  const agent = openAgent(writer, `a${name}-${hexId(writer.random, 6)}`)
  agent.tip = writer.tip
  for (let left = notes; left > 0; left -= 1)
    userText(agent, '<system-reminder>\nPostToolUse:Edit hook additional context: formatted\n</system-reminder>', {
      isMeta: true,
    })
  prompt(agent, words)
  answer(agent, [text(`<analysis>\n${said(stage)}\n</analysis>`)], 'end_turn')
  keep(stage, [[agentPath(agent), transcript(agent)]])
}

export function compactionAgent(stage: Stage): void {
  ownAgent(
    stage,
    'compact',
    'Your task is to create a detailed summary of the conversation so far.',
    stage.writer.random.int(0, 2),
  )
}

export const promptSuggestion: Scene = stage => {
  ownAgent(stage, 'prompt_suggestion', '[SUGGESTION MODE: what might the user ask next?]', 0)
}

export const sideQuestion: Scene = stage => ownAgent(stage, 'side_question', sentence(stage), 0)

function keep(stage: Stage, files: readonly (readonly [string, string | Uint8Array])[]): void {
  for (const [path, content] of files)
    stage.files.push([path, typeof content === 'string' ? content : new TextDecoder().decode(content)])
}
