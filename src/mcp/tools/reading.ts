// Tools that read a session.

import { z } from 'zod'
import {
  checkAnswers,
  compactionsAnswers,
  contextAnswers,
  showAnswers,
  toolsAnswers,
  usageAnswers,
} from '../../actions/answers/index.js'
import { USAGE_REPORTS } from '../../actions/usage/index.js'
import { tool } from '../tool.js'
import { budget, session, sessionOrPlace, skip, when } from './words.js'

export const read = tool({
  name: 'read',
  title: 'Read a session',
  description:
    'Read turns, messages or lines of a session: prompts, answers, tool calls with results. Prompts, answers and failures come before details when room is short. Without a place, the newest turns.',
  input: z.object({
    session: sessionOrPlace,
    depth: z.enum(['prompts', 'answers', 'narration', 'tools', 'all']).optional().describe('default tools'),
    agents: z.boolean().optional().describe('include subagents'),
    skip: z.int().min(0).optional().describe('with :L212, continue behind N characters'),
    budget,
  }),
  budget: 4000,
  ask: (asked, { place, doing, room }) => showAnswers(place, { ...asked, room }, doing),
})

export const calls = tool({
  name: 'calls',
  title: 'Tool calls of a session',
  description: 'List tool calls with input, state and result size; filter by tool name or failure. Read one with read.',
  input: z.object({
    session: sessionOrPlace,
    name: z.string().max(1000).optional().describe('Bash,Edit or mcp__*'),
    failed: z.boolean().optional(),
    skip,
    budget,
  }),
  budget: 2000,
  ask: ({ name, ...asked }, { place, doing }) =>
    toolsAnswers(
      place,
      {
        ...asked,
        failed: asked.failed ?? false,
        ...(name === undefined ? {} : { names: name.split(',').map(one => one.trim()) }),
      },
      doing,
    ),
})

export const context = tool({
  name: 'context',
  title: 'What the model gets on resume',
  description:
    'What the model will see when the session is resumed: whether it resumes, tokens by kind, the largest results, what is not sent, the newest messages. Answers "where do my tokens go".',
  input: z.object({
    session: sessionOrPlace,
    client: z.string().max(40).optional().describe('client version'),
    model: z.string().max(200).optional(),
    skip,
    budget,
  }),
  budget: 2000,
  ask: (asked, { place, doing, room }) => contextAnswers(place, { ...asked, room }, doing),
})

export const compactions = tool({
  name: 'compactions',
  title: 'What compactions dropped',
  description:
    'What each compaction of a session dropped: prompts, decisions and files that the summary no longer names.',
  input: z.object({ session, skip, budget }),
  budget: 2000,
  ask: (asked, { place, doing }) => compactionsAnswers(place, asked, doing),
})

export const check = tool({
  name: 'check',
  title: 'Check a session',
  description: 'Problems of a session: what stops it from resuming, what it loses, and the command that fixes each.',
  input: z.object({ session, secrets: z.boolean().optional().describe('also look for secrets'), skip, budget }),
  budget: 1500,
  ask: (asked, { place, doing }) => checkAnswers(place, asked, doing),
})

export const usage = tool({
  name: 'usage',
  title: 'Tokens and cost',
  description: 'Tokens and cost at list prices over all sessions, each message once.',
  input: z.object({
    report: z.enum(USAGE_REPORTS).optional().describe('default daily'),
    since: when('from'),
    until: when('to'),
    project: z.string().max(1000).optional(),
    model: z.string().max(200).optional(),
    skip,
    budget,
  }),
  budget: 1500,
  ask: ({ report = 'daily', since, until, project, model, skip: skipped }, { place, doing }) =>
    usageAnswers(
      place,
      {
        report,
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        ...(project === undefined ? {} : { project }),
        ...(model === undefined ? {} : { model }),
        skip: skipped,
      },
      doing,
    ),
})
