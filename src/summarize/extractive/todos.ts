// Todos in both forms that clients have had: one list that is written whole, and tasks that are made and changed.

import { objectOf, type ToolEvent, wordsIn } from '../turn-events.js'

export interface Todo {
  readonly text: string
  readonly status: string
}

export interface TodoLedger {
  add(call: ToolEvent): void
  /** What is not done, as it stood at the end. */
  open(): readonly Todo[]
  done(): number
}

const OVER = new Set(['completed', 'done', 'deleted', 'cancelled'])

export function todoLedger(): TodoLedger {
  let list: readonly Todo[] = []
  const tasks = new Map<string, { text: string; status: string }>()
  return {
    add({ name, input, result }) {
      if (result?.isError) return
      if (name === 'TodoWrite' && Array.isArray(input['todos'])) {
        list = input['todos'].map(objectOf).map(todo => ({
          text: wordsIn(todo['content'] ?? todo['activeForm']),
          status: wordsIn(todo['status']) || 'pending',
        }))
      } else if (name === 'TaskCreate') {
        const id = /#(\w+)/.exec(result?.text ?? '')?.[1] ?? String(tasks.size + 1)
        tasks.set(id, { text: wordsIn(input['subject'] ?? input['description']), status: 'pending' })
      } else if (name === 'TaskUpdate') {
        const id = wordsIn(input['taskId'] ?? input['task_id'])
        const task = tasks.get(id)
        if (!task) return
        if (typeof input['status'] === 'string') task.status = input['status']
        if (typeof input['subject'] === 'string') task.text = input['subject']
      }
    },
    open: () => [...list, ...tasks.values()].filter(({ text, status }) => text !== '' && !OVER.has(status)),
    done: () => [...list, ...tasks.values()].filter(({ status }) => OVER.has(status)).length,
  }
}
