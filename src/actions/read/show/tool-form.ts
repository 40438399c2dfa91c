// What a call did, in the words of its tool: a command, a change of a file, a search. Unknown tools keep their input.

import { editForm } from './edit-form.js'
import { excerpt, WHOLE } from './excerpt.js'
import { list, number, object, string, type Value } from './reading.js'
import type { ToolForm } from './report.js'

export interface Told {
  readonly form: ToolForm
  /** What to show as the output, where the tool's record says it better than the block. */
  readonly output?: string | undefined
  /** Fields of the input that the form tells. */
  readonly told: readonly string[]
}

type Teller = (input: Value, record: Value, all: boolean) => Told

export function formOf(name: string, input: Value, record: Value, all: boolean): Told {
  const teller = Object.hasOwn(TELLERS, name) ? TELLERS[name] : undefined
  const form = teller?.(input, record, all)
  return form ?? other(name, input)
}

function other(name: string, input: Value): Told {
  const mcp = /^mcp__(.+?)__(.+)$/s.exec(name)
  const json = JSON.stringify(input)
  const form: ToolForm = { form: 'other', server: mcp?.[1], tool: mcp?.[2] ?? name, input: json === '{}' ? '' : json }
  return { form, told: Object.keys(input) }
}

const shell: Teller = (input, record) => ({
  form: {
    form: 'shell',
    command: text(input['command']),
    note: joined([
      record['interrupted'] === true ? 'interrupted' : undefined,
      string(record['returnCodeInterpretation']),
      string(record['backgroundTaskId']) && `continues in the background as ${string(record['backgroundTaskId'])}`,
    ]),
  },
  output: shellOutput(record),
  told: ['command', 'description'],
})

/** Of an output kept elsewhere the record holds all of it, and the block the beginning. */
function shellOutput(record: Value): string | undefined {
  const { stdout, stderr } = record
  if (typeof stdout !== 'string' || record['isImage'] === true) return undefined
  return [stdout.replace(/\n+$/, ''), text(stderr)].filter(part => part.trim() !== '').join('\n')
}

const shellWatch: Teller = (input, record) => ({
  form: {
    form: 'task',
    action: 'output',
    subject: text(input['bash_id'] ?? input['shell_id'] ?? input['task_id'] ?? input['agentId'] ?? record['shellId']),
    note: joined([
      string(record['status']) ?? string(object(record['task'])['status']) ?? string(record['retrieval_status']),
      exitCode(record['exitCode'] ?? object(record['task'])['exitCode']),
    ]),
  },
  output: shellOutput(record) ?? string(object(record['task'])['output']) ?? string(object(record['task'])['result']),
  told: ['bash_id', 'shell_id', 'task_id', 'agentId'],
})

const stop: Teller = (input, record) => ({
  form: {
    form: 'task',
    action: 'stop',
    subject: text(input['shell_id'] ?? input['task_id'] ?? record['task_id']),
    note: string(record['command']),
  },
  output: string(record['message']),
  told: ['shell_id', 'task_id'],
})

const read: Teller = (input, record) => {
  const file = object(record['file'])
  const from = number(file['startLine']) ?? number(input['offset'])
  const lines = number(file['numLines']) ?? number(input['limit'])
  const type = string(record['type'])
  return {
    form: {
      form: 'read',
      path: text(input['file_path'] ?? input['notebook_path'] ?? file['filePath']),
      from,
      to: from !== undefined && lines !== undefined && lines > 0 ? from + lines - 1 : undefined,
      total: number(file['totalLines']),
      note: type === 'file_unchanged' ? 'unchanged since it was read' : undefined,
    },
    told: ['file_path', 'notebook_path', 'offset', 'limit'],
  }
}

const search: Teller = (input, record) => {
  const mode = string(record['mode']) ?? string(input['output_mode'])
  const files =
    number(record['numFiles']) ?? (Array.isArray(record['filenames']) ? record['filenames'].length : undefined)
  const unit = mode === 'content' ? 'line' : mode === 'count' ? 'match' : 'file'
  const names = list(record['filenames']).filter(one => typeof one === 'string')
  return {
    form: {
      form: 'search',
      pattern: text(input['pattern'] ?? input['query'] ?? input['path']),
      where: joined([
        input['pattern'] === undefined ? undefined : string(input['path']),
        string(input['glob']),
        string(input['type']),
      ]),
      hits: unit === 'line' ? number(record['numLines']) : unit === 'match' ? number(record['numMatches']) : files,
      unit,
    },
    output: string(record['content']) || (names.length > 0 ? names.join('\n') : undefined),
    told: ['pattern', 'query', 'path', 'glob', 'type', 'output_mode'],
  }
}

const todos: Teller = (input, record) => ({
  form: {
    form: 'todos',
    todos: list(input['todos'] ?? record['newTodos']).map(one => {
      const todo = object(one)
      return { text: text(todo['content'] ?? todo['subject']), status: string(todo['status']) ?? 'pending' }
    }),
  },
  told: ['todos'],
})

const agent: Teller = (input, record, all) => ({
  form: {
    form: 'agent',
    description: text(input['description'] ?? record['description']),
    type: string(input['subagent_type']) ?? string(record['agentType']),
    prompt: excerpt(text(input['prompt']), all ? WHOLE : { lines: 1, characters: 300 }),
    background: record['isAsync'] === true || record['status'] === 'async_launched',
  },
  told: ['description', 'subagent_type', 'prompt'],
})

const fetchPage: Teller = (input, record) => ({
  form: {
    form: 'web',
    action: 'fetch',
    target: text(input['url'] ?? record['url']),
    status: number(record['code']),
    question: string(input['prompt']),
  },
  output: string(record['result']),
  told: ['url', 'prompt'],
})

const searchWeb: Teller = (input, record) => {
  const links = list(record['results']).flatMap(one => {
    if (typeof one === 'string') return [one]
    return list(object(one)['content']).map(link => `${text(object(link)['title'])}  ${text(object(link)['url'])}`)
  })
  return {
    form: { form: 'web', action: 'search', target: text(input['query'] ?? record['query']) },
    output: links.length > 0 ? links.join('\n') : undefined,
    told: ['query'],
  }
}

const question: Teller = (input, record) => {
  const answers = object(record['answers'] ?? input['answers'])
  return {
    form: {
      form: 'question',
      questions: list(input['questions'] ?? record['questions']).map(one => {
        const asked = object(one)
        const words = text(asked['question'])
        const answer = Object.hasOwn(answers, words) ? answers[words] : undefined
        return {
          question: words,
          options: list(asked['options']).map(option => text(object(option)['label'] ?? option)),
          answer: answer === undefined ? undefined : text(answer),
        }
      }),
    },
    told: ['questions', 'answers'],
  }
}

const plan: Teller = (input, record) => ({
  form: { form: 'plan', plan: text(input['plan'] ?? record['plan']) },
  told: ['plan'],
})

const task =
  (action: string): Teller =>
  (input, record) => {
    const item = object(record['task'])
    const change = object(record['statusChange'])
    const id = string(input['taskId']) ?? string(item['id'])
    const tasks = list(record['tasks']).map(one => {
      const { id: number, subject, status } = object(one)
      return `#${text(number)} ${text(subject)} (${text(status)})`
    })
    return {
      form: {
        form: 'task',
        action,
        subject: joined([id && `#${id}`, string(input['subject']) ?? string(item['subject'])], ' ') ?? '',
        note:
          change['to'] === undefined
            ? (string(input['status']) ?? string(item['status']))
            : `${text(change['from'])} → ${text(change['to'])}`,
      },
      output: tasks.length > 0 ? tasks.join('\n') : undefined,
      told: ['taskId', 'subject', 'status'],
    }
  }

const skill: Teller = (input, record) => ({
  form: {
    form: 'task',
    action: 'skill',
    subject: text(input['skill'] ?? input['command'] ?? record['commandName']),
    note: string(input['args']),
  },
  told: ['skill', 'command', 'args'],
})

const TELLERS: Readonly<Record<string, Teller>> = {
  Bash: shell,
  PowerShell: shell,
  BashOutput: shellWatch,
  TaskOutput: shellWatch,
  AgentOutputTool: shellWatch,
  KillShell: stop,
  KillBash: stop,
  TaskStop: stop,
  Edit: editForm,
  MultiEdit: editForm,
  Write: editForm,
  NotebookEdit: editForm,
  Read: read,
  NotebookRead: read,
  Grep: search,
  Glob: search,
  LS: search,
  TodoWrite: todos,
  Task: agent,
  Agent: agent,
  WebFetch: fetchPage,
  WebSearch: searchWeb,
  AskUserQuestion: question,
  ExitPlanMode: plan,
  TaskCreate: task('create'),
  TaskUpdate: task('update'),
  TaskGet: task('get'),
  TaskList: task('list'),
  Skill: skill,
  SlashCommand: skill,
}

function exitCode(value: unknown): string | undefined {
  return typeof value === 'number' ? `exit code ${value}` : undefined
}

function joined(parts: readonly (string | undefined)[], by = ', '): string | undefined {
  const said = parts.filter(part => part !== undefined && part !== '')
  return said.length > 0 ? said.join(by) : undefined
}

/** A field that should be a text; whatever else stands there is shown as JSON. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
