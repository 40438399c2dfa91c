// Twenty questions about past work, as an agent would look them up: words to search for, and what must be in what comes back.
// Half of them are about the samples, half about long sessions in which the answer stands once among hundreds of turns.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Question {
  readonly asks: string
  readonly query: string
  /** Stands in the session, and must be in what is returned. */
  readonly answer: string
}

export const QUESTIONS: readonly Question[] = [
  { asks: 'How many knots were the strongest gust?', query: 'knots gust', answer: '41.6 knots' },
  { asks: 'What is left to do on the wind page?', query: '"left for tomorrow"', answer: 'remembered' },
  { asks: 'How long does a year of wind take?', query: '"whole year" fast', answer: '51 ms' },
  { asks: 'Which file draws the wind rose?', query: 'draw SVG library tool:Write', answer: 'rose-svg.ts' },
  { asks: 'Where are forecasts stored?', query: 'forecasts stored table', answer: 'the day as its key' },
  { asks: 'Which alternative to the table was dropped?', query: '"plain files" enough', answer: 'One JSON file a day' },
  { asks: 'Which file says how strong a wind is called?', query: 'beaufort tool:Read', answer: 'beaufort.ts' },
  { asks: 'Which command tested the rose?', query: '"npm test" wind-rose', answer: 'npm test -- wind-rose' },
  { asks: 'How large is the drawn picture?', query: 'picture KB coast', answer: '4 KB' },
  { asks: 'Why did the sensor report north?', query: 'sensor "no data"', answer: 'that now counts as north' },
  { asks: 'Which port did we move the relay to?', query: 'relay port moved', answer: 'port 7443' },
  {
    asks: 'When did we decide against the queue?',
    query: 'decided queue against',
    answer: 'a single writer is enough',
  },
  {
    asks: 'Which command fixed the stuck migration?',
    query: 'migration stuck',
    answer: 'db:unlock --force-after 30',
  },
  { asks: 'What was the error of the flaky upload?', query: 'upload error:true', answer: 'EPROTO 4711' },
  { asks: 'Which flag made the build reproducible?', query: 'reproducible build flag', answer: '--stamp=zero' },
  { asks: 'Who owns the invoice templates?', query: 'invoice templates owner', answer: 'Mirabel' },
  { asks: 'What limit did we set for retries?', query: 'retries limit agreed', answer: 'seven retries' },
  { asks: 'Which file holds the feature switches?', query: 'feature switches file', answer: 'config/levers.toml' },
  { asks: 'Why was the cache key changed?', query: 'cache key changed because', answer: 'two tenants shared it' },
  { asks: 'What is the name of the backup bucket?', query: 'backup bucket name', answer: 'cold-harbour-eu' },
]

/** Facts that stand once in long sessions: said by the user, by the model, in a command, in a failed result. */
const FACTS: readonly {
  readonly prompt: string
  readonly command?: string
  readonly failed?: string
  readonly answer: string
}[] = [
  {
    prompt: 'Move the relay away from the privileged port.',
    answer: 'Done: the relay was moved to port 7443, and the unit file no longer needs root.',
  },
  { prompt: 'Queue or no queue?', answer: 'We decided against the queue: a single writer is enough at this volume.' },
  {
    prompt: 'The migration is stuck again.',
    command: 'npm run db:unlock --force-after 30',
    answer: 'The migration runs again; the lock was left by a killed worker.',
  },
  {
    prompt: 'The upload is flaky, find out why.',
    command: 'curl -T big.bin https://upload.test/',
    failed: 'upload failed: EPROTO 4711, alert bad record',
    answer: 'The proxy breaks large records.',
  },
  {
    prompt: 'Make the build reproducible.',
    answer: 'The flag --stamp=zero made the build reproducible; two builds are now equal byte for byte.',
  },
  {
    prompt: 'Who is the owner of the invoice templates, by the way?',
    answer: 'The owner of the invoice templates is Mirabel, says CODEOWNERS.',
  },
  {
    prompt: 'What limit do we want for retries?',
    answer: 'Agreed: the limit is seven retries, then the job is parked.',
  },
  {
    prompt: 'In which file are the feature switches now?',
    answer: 'The feature switches are in the file config/levers.toml since the split.',
  },
  { prompt: 'Why was the cache key changed?', answer: 'The cache key was changed because two tenants shared it.' },
  { prompt: 'Write down the name of the backup bucket.', answer: 'The name of the backup bucket is cold-harbour-eu.' },
]

const TURNS = 300
const WORDS =
  'the page shows values from several sources and needs tests for edges of ranges before anything ships'.split(' ')

/** One long session for each fact; returns how many bytes they have. */
export function writeLongSessions(config: string): number {
  const project = join(config, 'projects', '-work-service')
  mkdirSync(project, { recursive: true })
  let bytes = 0
  for (const [number, fact] of FACTS.entries()) {
    const id = `5e5510${String(number).padStart(2, '0')}-0000-4000-8000-000000000000`
    const rows: string[] = []
    let parent: string | null = null
    const add = (type: 'user' | 'assistant', message: Readonly<Record<string, unknown>>): void => {
      const uuid = `${id.slice(0, 24)}${String(rows.length).padStart(12, '0')}`
      const timestamp = new Date(Date.UTC(2026, 4, 1 + number, 8) + rows.length * 20_000).toISOString()
      rows.push(
        JSON.stringify({
          parentUuid: parent,
          uuid,
          sessionId: id,
          cwd: '/work/service',
          version: '2.1.325',
          gitBranch: 'main',
          timestamp,
          type,
          message,
        }),
      )
      parent = uuid
    }
    for (let turn = 0; turn < TURNS; turn++) {
      const isFact = turn === 40 + number * 23
      const filler = (length: number): string =>
        Array.from({ length }, (_, at) => WORDS[(turn * 7 + at * 3 + number) % WORDS.length]).join(' ')
      const call = `toolu_${number}_${turn}`
      add('user', { role: 'user', content: isFact ? fact.prompt : `Step ${turn}: ${filler(12)}.` })
      const about = { type: 'message', role: 'assistant', model: 'claude-opus-5-5' }
      const usage = { input_tokens: 10, output_tokens: 40, cache_read_input_tokens: 20_000 + turn * 100 }
      const command = isFact ? (fact.command ?? 'git status') : `npm test -- part-${turn}`
      add('assistant', {
        id: `msg_${number}_${turn}_a`,
        ...about,
        content: [{ type: 'tool_use', id: call, name: 'Bash', input: { command } }],
        stop_reason: 'tool_use',
        usage,
      })
      const isError = isFact && fact.failed !== undefined
      add('user', {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: call,
            content: isError ? fact.failed : filler(400),
            ...(isError ? { is_error: true } : {}),
          },
        ],
      })
      add('assistant', {
        id: `msg_${number}_${turn}_b`,
        ...about,
        content: [{ type: 'text', text: isFact ? fact.answer : `Done with step ${turn}: ${filler(30)}.` }],
        stop_reason: 'end_turn',
        usage,
      })
    }
    const text = `${rows.join('\n')}\n`
    bytes += Buffer.byteLength(text)
    writeFileSync(join(project, `${id}.jsonl`), text)
  }
  return bytes
}
