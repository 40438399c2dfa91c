// One call of a tool: its words checked, asked, fitted into its budget, and given as text and as a document.

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Answer } from '../actions/answers/index.js'
import { typedError } from '../actions/error-advice.js'
import { InputError } from '../format/error.js'
import { type Budget, roomIn } from '../present/answers/budget.js'
import { fitted } from '../present/answers/fit.js'
import { documentOf, framed, framedError } from '../present/answers/frame.js'
import { type ToolCallWords, toolCallOf } from '../present/answers/next-words.js'
import type { Asking, Tool } from './tool.js'

export async function answerOf(one: Tool, words: unknown, asking: Omit<Asking, 'room'>): Promise<CallToolResult> {
  try {
    const asked = checked(one, words)
    const budget: Budget = { unit: 'tokens', most: (asked['budget'] as number | undefined) ?? one.budget }
    const answers = await one.ask(asked, { ...asking, room: roomIn(budget) })
    const { answer, texts } = fitted(answers, budget, answer => [
      framed(answer, next(answer).map(callWords)),
      JSON.stringify(documentOf(answer, nextWithReasons(answer))),
    ])
    return {
      content: [{ type: 'text', text: texts[0]! }],
      structuredContent: { ...documentOf(answer, nextWithReasons(answer)) },
    }
  } catch (error) {
    return failure(error)
  }
}

/** An error is an answer too: its kind, which programs can rely on, and what to do. */
export function failure(error: unknown): CallToolResult {
  const typed = typedError(error)
  return {
    isError: true,
    content: [{ type: 'text', text: framedError(typed) }],
    structuredContent: { error: { ...typed, message: typed.message.slice(0, 2000) } },
  }
}

function checked(one: Tool, words: unknown): Readonly<Record<string, unknown>> {
  const read = one.input.strict().safeParse(words ?? {})
  if (read.success) return read.data as Readonly<Record<string, unknown>>
  const [issue] = read.error.issues
  throw new InputError(
    'usage',
    `${one.name}: ${[issue?.path.join('.'), issue?.message].filter(part => part).join(': ')}`,
  )
}

function next(answer: Answer): readonly ToolCallWords[] {
  return answer.next.map(toolCallOf)
}

function nextWithReasons(answer: Answer): readonly (ToolCallWords & { readonly why: string })[] {
  return answer.next.map(call => ({ why: call.why, ...toolCallOf(call) }))
}

function callWords({ tool, arguments: words }: ToolCallWords): string {
  return `${tool} ${JSON.stringify(words)}`
}
