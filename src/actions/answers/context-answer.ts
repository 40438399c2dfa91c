// What the model will get, within a budget: whether it resumes, where the tokens go, and the newest messages.

import { oneLine } from '../../summarize/words.js'
import { type Doing, withReading } from '../action.js'
import {
  type ContextRequest,
  type MessageAsSent,
  type OmittedLines,
  sessionContext,
  wantedContext,
} from '../context/context.js'
import { contextBy } from '../context/context-by.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels, type NextCall, textLimits } from './answer.js'
import { namedSession } from './named-session.js'

export interface ContextData {
  readonly session: string
  readonly client: string
  readonly model: string
  readonly resumes: boolean
  readonly reason?: string
  readonly tokens: number
  readonly messageCount: number
  /** Where the tokens go. */
  readonly kinds: readonly { readonly kind: string; readonly tokens: number }[]
  /** The largest results, each with what takes it out. */
  readonly largest: readonly {
    readonly line: number
    readonly tool: string
    readonly target: string
    readonly tokens: number
  }[]
  readonly notSent: readonly { readonly why: string; readonly entries: number }[]
  /** The newest, in their order. */
  readonly messages: readonly MessageWithin[]
}

export interface MessageWithin {
  readonly number: number
  readonly role: string
  readonly lines: readonly [number, number] | null
  readonly text: string
}

export interface ContextQuestion extends ContextRequest {
  /** Messages of an earlier answer: the newest ones. */
  readonly skip?: number | undefined
  /** How many characters there will be room for. */
  readonly room: number
}

const SHORTEST_MESSAGE = 40
const LONGEST_TEXT = 4000
const MOST_REASONS = 8
/** What stands before the messages. */
const PARTS = 3

export async function contextAnswers(
  place: Place,
  request: ContextQuestion,
  doing: Doing = {},
): Promise<Answers<ContextData>> {
  const { skip = 0, room } = request
  const { ref } = await namedSession(place, request.session)
  return withReading(place, request, doing, open => {
    const wanted = wantedContext(open, request)
    const report = sessionContext(open, wanted)
    const by = report.resumes ? contextBy(open, 'kind', { ...wanted, configDir: place.configDir }) : undefined
    const total = report.messages.length
    const end = Math.max(0, total - skip)
    const start = Math.max(0, end - Math.ceil(room / SHORTEST_MESSAGE))
    const newest = [...report.messages.slice(start, end)].map((message, at) => heard(message, start + at + 1))
    const limits = textLimits(
      60,
      newest.reduce((most, one) => Math.max(most, one.text.length), 0),
    )
    const kinds = (by?.parts ?? []).map(({ key, tokens }) => ({ kind: key, tokens }))
    const largest = (by?.largest ?? []).map(({ line, tool, target, tokens }) => ({
      line,
      tool: tool.slice(0, 80),
      target: oneLine(target, 80),
      tokens,
    }))
    const notSent = reasonsOf(report.omitted)
    return listLevels(newest.length + PARTS, limits, !report.resumes, (level, most) => {
      // The verdict alone; what it is made of; the largest of it; what is not sent; then the messages, the newest first.
      const count = Math.max(0, level - PARTS)
      const shown = newest.slice(newest.length - count)
      const left = end - count
      const next: NextCall = {
        why: 'earlier messages',
        question: 'context',
        about: ref,
        options: { ...optionsOf(request), skip: skip + count },
      }
      return {
        question: 'context',
        data: {
          session: ref,
          client: report.client,
          model: report.model,
          resumes: report.resumes,
          ...(report.reason === undefined ? {} : { reason: oneLine(report.reason, 300) }),
          tokens: report.tokens.estimate,
          messageCount: total,
          kinds: level < 1 ? [] : kinds,
          largest: level < 2 ? [] : largest,
          notSent: level < PARTS ? [] : notSent,
          messages: shown.map(message => ({ ...message, text: oneLine(message.text, most) })),
        },
        cut: cuts({ what: 'message', count: left }),
        next: count > 0 && left > 0 ? [next] : [],
      }
    })
  })
}

/** The same reason once, however many places it has. */
function reasonsOf(omitted: readonly OmittedLines[]): ContextData['notSent'] {
  const byReason = new Map<string, number>()
  for (const { why, entries } of omitted) byReason.set(why, (byReason.get(why) ?? 0) + entries)
  return [...byReason]
    .map(([why, entries]) => ({ why: oneLine(why, 100), entries }))
    .toSorted((a, b) => b.entries - a.entries)
    .slice(0, MOST_REASONS)
}

function optionsOf({ client, model, leaf }: ContextQuestion): Record<string, string> {
  return {
    ...(client === undefined ? {} : { client }),
    ...(model === undefined ? {} : { model }),
    ...(leaf === undefined ? {} : { leaf }),
  }
}

function heard({ role, content, lines }: MessageAsSent, number: number): MessageWithin {
  const text = content
    .map(blockText)
    .filter(part => part !== '')
    .join(' ')
    .slice(0, LONGEST_TEXT)
  return { number, role, lines: lines.length === 0 ? null : [lines[0]!, lines.at(-1)!], text }
}

function blockText(block: Readonly<Record<string, unknown>>): string {
  switch (block['type']) {
    case 'text':
      return String(block['text'] ?? '').slice(0, LONGEST_TEXT)
    case 'thinking':
      return '[thinking]'
    case 'tool_use':
      return `[${String(block['name']).slice(0, 80)} ${JSON.stringify(block['input'] ?? {}).slice(0, LONGEST_TEXT)}]`
    case 'tool_result': {
      const { content } = block
      const text = Array.isArray(content)
        ? content.map(one => blockText(one as Record<string, unknown>)).join(' ')
        : String(content ?? '').slice(0, LONGEST_TEXT)
      return `[result${block['is_error'] === true ? ', failed' : ''}: ${text}]`
    }
    default:
      return `[${String(block['type'])}]`
  }
}
