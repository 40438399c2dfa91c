// Prompts for the journeys that people take most; each tells the agent which tools to call and what to say at the end.

import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import { InputError } from '../format/error.js'

interface Journey extends Prompt {
  readonly text: (words: Readonly<Record<string, string>>) => string
}

const JOURNEYS: readonly Journey[] = [
  {
    name: 'find',
    title: 'Find it in past sessions',
    description: 'When did we decide, fix or discuss something?',
    arguments: [{ name: 'question', description: 'what to look for', required: true }],
    text: ({ question = '' }) =>
      `Answer from past sessions: ${question}\nCall search with a few telling words (try others if nothing matches), then read the best reference. Answer with the reference and date of what you found, or say that you found nothing.`,
  },
  {
    name: 'full',
    title: 'Where do the tokens go?',
    description: 'What fills the context window of a session, and what would free it.',
    arguments: [{ name: 'session', description: 'default latest' }],
    text: ({ session = 'latest' }) =>
      `Call context for session ${session}. Say in a few lines how full it is, what takes the most (kinds, largest results) and what would free it. Then call plan with verb trim and two thirds of its tokens as budgetTokens, and say what that would remove.`,
  },
  {
    name: 'trim',
    title: 'Make a session fit again',
    description: 'Plan a smaller copy of a session; the original stays.',
    arguments: [
      { name: 'session', description: 'default latest' },
      { name: 'tokens', description: 'size to shrink to', required: true },
    ],
    text: ({ session = 'latest', tokens = '' }) =>
      `Call plan for session ${session} with verb trim and budgetTokens ${tokens}. Show before, after and the steps. If apply is among your tools, ask whether to write it, then call apply and show the command that resumes the new session. Otherwise show the command: rethread trim ${session} --budget ${tokens}`,
  },
  {
    name: 'lost',
    title: 'What did the compaction drop?',
    description: 'What the last compaction of a session dropped.',
    arguments: [{ name: 'session', description: 'default latest' }],
    text: ({ session = 'latest' }) =>
      `Call compactions for session ${session}. List the prompts, decisions and files that the newest compaction dropped and the summary no longer names, with their turns. Read the ones that matter for the work at hand and say what is worth knowing again.`,
  },
]

export function promptList(): readonly Prompt[] {
  return JOURNEYS.map(({ text: _, ...prompt }) => prompt)
}

export function promptNamed(name: string, words: Readonly<Record<string, string>> = {}): GetPromptResult {
  const journey = JOURNEYS.find(one => one.name === name)
  if (!journey) throw new InputError('prompt-unknown', `no prompt is called ${JSON.stringify(name.slice(0, 60))}`)
  const missing = journey.arguments?.find(one => one.required && (words[one.name] ?? '') === '')
  if (missing) throw new InputError('usage', `the prompt ${name} needs ${missing.name}`)
  return {
    description: journey.description ?? '',
    messages: [{ role: 'user', content: { type: 'text', text: journey.text(words) } }],
  }
}
