// The tool calls of a session, within a budget: how many of each tool, then one line a call.

import { pointReference, pointWord } from '../../format/point-reference.js'
import { targetOf } from '../../summarize/tool-target.js'
import { objectOf } from '../../summarize/turn-events.js'
import type { Doing } from '../action.js'
import { type ToolCallRow, type ToolsRequest, tools } from '../read/tools.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels, textLimits } from './answer.js'
import { namedSession } from './named-session.js'

export interface ToolsData {
  readonly session: string
  readonly total: number
  readonly failed: number
  readonly byTool: Readonly<Record<string, number>>
  readonly calls: readonly CallWithin[]
}

export interface CallWithin {
  readonly name: string
  readonly turn: number | null
  readonly line: number
  readonly state: string
  readonly isError: boolean
  readonly resultBytes: number | null
  readonly input: string
}

export interface ToolsQuestion extends ToolsRequest {
  /** Calls of an earlier answer. */
  readonly skip?: number | undefined
}

const LONGEST = 600
const MOST_NAMES = 40

export async function toolsAnswers(
  place: Place,
  request: ToolsQuestion,
  doing: Doing = {},
): Promise<Answers<ToolsData>> {
  const { skip = 0, ...asked } = request
  const { ref } = await namedSession(place, request.session)
  const { calls } = await tools(place, asked, doing)
  const byTool = new Map<string, number>()
  for (const { name } of calls) byTool.set(name, (byTool.get(name) ?? 0) + 1)
  const often = [...byTool].toSorted((a, b) => b[1] - a[1])
  const names = Object.fromEntries(often.slice(0, MOST_NAMES).map(([name, count]) => [name.slice(0, 80), count]))
  const failed = calls.filter(isFailed).length
  const left = calls.slice(skip)
  const limits = textLimits(60, LONGEST)
  const { point } = pointReference(request.session ?? '')
  return listLevels(left.length, limits, calls.length === 0, (count, most) => ({
    question: 'tools',
    data: {
      session: ref,
      total: calls.length,
      failed,
      byTool: count === 0 ? {} : names,
      calls: left.slice(0, count).map(call => within(call, most)),
    },
    cut: cuts({ what: 'call', count: left.length - count }),
    next:
      count > 0 && count < left.length
        ? [
            {
              why: 'more calls',
              question: 'tools',
              about: point ? `${ref}:${pointWord(point)}` : ref,
              options: { ...optionsOf(request), skip: skip + count },
            },
          ]
        : [],
  }))
}

function optionsOf({ names, turns, failed }: ToolsQuestion): Record<string, string | boolean> {
  return {
    ...(names ? { name: names.join(',') } : {}),
    ...(turns ? { turn: turns.from === turns.to ? `${turns.from}` : `${turns.from}..${turns.to}` } : {}),
    ...(failed ? { failed } : {}),
  }
}

function isFailed({ isError, state }: ToolCallRow): boolean {
  return isError || state !== 'paired'
}

function within({ name, turn, use, state, isError, resultBytes, input }: ToolCallRow, most: number): CallWithin {
  const text = targetOf(objectOf(input), most)
  return { name: name.slice(0, 80), turn, line: use.line, state, isError, resultBytes, input: text }
}
