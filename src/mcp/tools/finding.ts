// Tools that find the session, and the place in it.

import { z } from 'zod'
import { fileAnswers, filesAnswers, searchAnswers, sessionsAnswers, turnsAnswers } from '../../actions/answers/index.js'
import { InputError } from '../../format/error.js'
import { timesMeant } from '../../format/times-meant.js'
import { tool } from '../tool.js'
import { budget, session, sessionOrPlace, skip, when } from './words.js'

export const search = tool({
  name: 'search',
  title: 'Search past sessions',
  description:
    'Find text in all past sessions: prompts, answers, thinking, tool inputs and outputs. All words must match; "phrase", word*, OR and -without work, and filters: project: tool: file: in:prompt|answer|input|output since:2w error:true. Returns the best sessions with snippets and references for read.',
  input: z.object({
    query: z.string().min(1).max(2000),
    mode: z.enum(['words', 'exact', 'regex']).optional(),
    sort: z.enum(['best', 'newest']).optional(),
    limit: z.int().min(1).max(50).optional().describe('most sessions, default 8'),
    skip,
    budget,
  }),
  budget: 1500,
  ask: ({ sort, ...asked }, { place, doing }) => searchAnswers(place, { ...asked, order: sort }, doing),
})

export const sessions = tool({
  name: 'sessions',
  title: 'List sessions',
  description: 'List sessions, newest first, with title, project, branch, age and context size.',
  input: z.object({
    project: z.string().max(1000).optional().describe('part of the directory; . is the current one'),
    branch: z.string().max(300).optional(),
    since: when('written since'),
    until: when('written until'),
    sort: z.enum(['newest', 'oldest', 'largest', 'fullest', 'title', 'project']).optional(),
    limit: z.int().min(1).max(200).optional(),
    skip,
    budget,
  }),
  budget: 1500,
  ask: ({ project, branch, since, until, sort, limit, skip: skipped }, { place, doing }) =>
    sessionsAnswers(
      place,
      {
        ...(project === undefined ? {} : { project }),
        ...(branch === undefined ? {} : { branch }),
        ...(sort === undefined ? {} : { order: sort }),
        ...(since === undefined ? {} : { since: momentIn('since', since).from }),
        ...(until === undefined ? {} : { until: momentIn('until', until).to }),
        limit,
        skip: skipped,
      },
      doing,
    ),
})

function momentIn(name: string, words: string) {
  const meant = timesMeant(words, Date.now())
  if (meant === undefined)
    throw new InputError('usage', `${name} must be a date such as 2026-06-18 or an age such as 7d`)
  return meant
}

export const outline = tool({
  name: 'outline',
  title: 'Outline of a session',
  description:
    'The turns of a session, a line each: prompt, tool calls, context size, lines; with compactions and branches. Cheap: use it before read.',
  input: z.object({ session: sessionOrPlace, all: z.boolean().optional().describe('also abandoned branches'), budget }),
  budget: 2000,
  ask: (asked, { place, doing }) => turnsAnswers(place, asked, doing),
})

export const files = tool({
  name: 'files',
  title: 'Files of a session, or sessions of a file',
  description:
    'With session: the files it created, edited or read, with the turns. With file (a path or the end of one): the sessions that read or changed it.',
  input: z.object({ session, file: z.string().min(1).max(4000).optional(), skip, budget }),
  budget: 1500,
  ask: async ({ session: which, file, skip: skipped }, { place, doing }) =>
    file === undefined
      ? filesAnswers(place, { session: which, skip: skipped }, doing)
      : fileAnswers(place, { file, skip: skipped }, doing),
})
