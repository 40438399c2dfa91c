// Agents in the three layouts: inline (1.0), beside the session (2.0), in its folder with a meta file (2.1).
import { hexId } from './identifiers.js'
import { agentPath, type FileList, transcript } from './session-files.js'
import { openAgent, type Writer } from './session-writer.js'
import { takeRequest, usageObject } from './token-growth.js'
import type { ToolCall } from './tool-calls.js'
import { ask, done, reply } from './turn.js'
import { prompt } from './user-rows.js'

export interface AgentTask {
  readonly type: string
  readonly description: string
  readonly prompt: string
  /** What it says at the end: the result of the call that started it. */
  readonly report: string
}

export interface AgentRun {
  readonly agentId: string
  readonly files: FileList
}

/** Starts an agent, lets it work, and hands its report back to the one who started it. */
export function runAgent(
  parent: Writer,
  lead: string,
  task: AgentTask,
  steps: (agent: Writer) => FileList | undefined,
): AgentRun {
  const { generation } = parent
  const input = { subagent_type: task.type, description: task.description, prompt: task.prompt }
  const started = ask(parent, lead, [{ name: generation.agentTool, input, content: '' }])
  const made = started.calls[0]
  if (made === undefined) throw new Error('an agent is started by one call')
  const agentId = agentIdFor(parent)
  const agent = openAgent(parent, agentId)
  const from = parent.clock.millis()
  const firstLine = agent.lines.length
  prompt(agent, task.prompt)
  const nested = steps(agent) ?? []
  done(agent, task.report)
  const call = {
    ...made.call,
    ...reported(agent, agentId, task, { durationMs: parent.clock.millis() - from, firstLine }),
  }
  reply(parent, { ...made, call })
  if (generation.agents === 'inline') return { agentId, files: [] }
  const path = agentPath(agent)
  const meta = { agentType: task.type, toolUseId: made.id, description: task.description }
  const metaFile: FileList =
    generation.agents === 'folder' ? [[path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta)]] : []
  return { agentId, files: [[path, transcript(agent)], ...metaFile, ...nested] }
}

function agentIdFor(parent: Writer): string {
  return parent.generation.agents === 'folder' ? `a${hexId(parent.random, 16)}` : hexId(parent.random, 8)
}

interface Effort {
  readonly durationMs: number
  readonly firstLine: number
}

function reported(agent: Writer, agentId: string, task: AgentTask, effort: Effort): Partial<ToolCall> {
  const { generation, growth, random } = agent
  const figures = takeRequest({ ...growth }, 0, random)
  const content = [{ type: 'text', text: task.report }]
  const toolUses = agent.lines.slice(effort.firstLine).filter(line => line.includes('"type":"tool_use"')).length
  const named = generation.agents === 'inline' ? {} : { agentId }
  const typed = generation.name === '2.1' ? { agentType: task.type } : {}
  return {
    content,
    toolUseResult: {
      status: 'completed',
      prompt: task.prompt,
      ...named,
      ...typed,
      content,
      totalDurationMs: effort.durationMs,
      totalTokens: growth.cached + growth.fresh,
      totalToolUseCount: toolUses,
      usage: usageObject(generation, figures, true),
    },
  }
}
