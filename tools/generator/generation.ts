// What differs between the generations of the client, as far as it shows in the rows.
export type GenerationName = '1.0' | '2.0' | '2.1-early' | '2.1'

export interface Generation {
  readonly name: GenerationName
  readonly version: string
  readonly model: string
  readonly agentModel: string
  /** Older rows open with the session's fields, newer ones close with them. */
  readonly sessionFields: 'first' | 'last'
  /** Which rows of one message know how it ended. */
  readonly stopReason: 'never' | 'last-row' | 'every-row'
  /** Parallel results: one chain, or each result on its own tool_use row. */
  readonly parallel: 'chain' | 'tree'
  readonly agents: 'inline' | 'beside' | 'folder'
  readonly slug: boolean
  readonly caller: boolean
  readonly sourceToolAssistant: boolean
  readonly progress: boolean
  readonly attachments: boolean
  readonly oneHourCache: boolean
  /** The name of the tool that starts an agent. */
  readonly agentTool: 'Task' | 'Agent'
}

const GENERATIONS: Readonly<Record<GenerationName, Generation>> = {
  '1.0': {
    name: '1.0',
    version: '1.0.128',
    model: 'claude-sonnet-4-20250514',
    agentModel: 'claude-sonnet-4-20250514',
    sessionFields: 'first',
    stopReason: 'never',
    parallel: 'chain',
    agents: 'inline',
    slug: false,
    caller: false,
    sourceToolAssistant: false,
    progress: false,
    attachments: false,
    oneHourCache: false,
    agentTool: 'Task',
  },
  '2.0': {
    name: '2.0',
    version: '2.0.76',
    model: 'claude-sonnet-4-5-20250929',
    agentModel: 'claude-haiku-4-5-20251001',
    sessionFields: 'first',
    stopReason: 'never',
    parallel: 'chain',
    agents: 'beside',
    slug: true,
    caller: false,
    sourceToolAssistant: false,
    progress: false,
    attachments: false,
    oneHourCache: false,
    agentTool: 'Task',
  },
  '2.1-early': {
    name: '2.1-early',
    version: '2.1.45',
    model: 'claude-opus-4-6',
    agentModel: 'claude-haiku-4-5-20251001',
    sessionFields: 'first',
    stopReason: 'last-row',
    parallel: 'tree',
    agents: 'folder',
    slug: true,
    caller: true,
    sourceToolAssistant: true,
    progress: true,
    attachments: false,
    oneHourCache: true,
    agentTool: 'Task',
  },
  '2.1': {
    name: '2.1',
    version: '2.1.325',
    model: 'claude-opus-5-5',
    agentModel: 'claude-haiku-4-5-20251001',
    sessionFields: 'last',
    stopReason: 'every-row',
    parallel: 'tree',
    agents: 'folder',
    slug: false,
    caller: true,
    sourceToolAssistant: true,
    progress: false,
    attachments: true,
    oneHourCache: true,
    agentTool: 'Agent',
  },
}

export const generation = (name: GenerationName): Generation => GENERATIONS[name]
