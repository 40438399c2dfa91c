// Entries that say what an answer took, as clients write them, and a config dir that holds them.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { index } from '../../../src/actions/index/index.js'
import type { Place } from '../../../src/actions/session/place.js'
import { type UsageReport, type UsageRequest, usage } from '../../../src/actions/usage/usage.js'
import { bookFile } from '../../../src/disk/cache-files.js'
import { cacheDir } from '../../../src/disk/cache-place.js'
import { put, tempFolder } from '../../disk/temp-folder.js'

export interface Said {
  readonly id?: string | null
  readonly request?: string | null
  readonly model?: string
  readonly at?: string
  readonly stop?: string | null
  readonly session?: string
  readonly cwd?: string
  readonly in?: number
  readonly out?: number
  readonly read?: number
  readonly write?: number
  /** Of the cache writes; default: all for five minutes. */
  readonly write5m?: number
  readonly write1h?: number
  readonly usage?: Readonly<Record<string, unknown>> | null
  readonly more?: Readonly<Record<string, unknown>>
}

let uuids = 0

/** An assistant entry; whatever is not said is ordinary. */
export function answer(said: Said = {}): Readonly<Record<string, unknown>> {
  const { id = 'msg_1', model = 'claude-sonnet-4-5-20250929', at = '10:00:00.000', stop = 'end_turn' } = said
  const { session = 's1', cwd = '/w/p', write = 0, write1h = 0, write5m = write - write1h } = said
  const request = said.request === undefined ? (id === null ? null : `req_${id}`) : said.request
  return {
    parentUuid: null,
    isSidechain: false,
    cwd,
    sessionId: session,
    version: '2.1.29',
    type: 'assistant',
    message: {
      model,
      ...(id === null ? {} : { id }),
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'hi' }],
      stop_reason: stop,
      stop_sequence: null,
      usage:
        said.usage === null
          ? null
          : {
              input_tokens: said.in ?? 10,
              cache_creation_input_tokens: write,
              cache_read_input_tokens: said.read ?? 0,
              cache_creation: { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h },
              output_tokens: said.out ?? 100,
              service_tier: 'standard',
              ...said.usage,
            },
    },
    ...(request === null ? {} : { requestId: request }),
    uuid: `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    timestamp: at.includes('T') ? at : `2026-10-05T${at}Z`,
    ...said.more,
  }
}

/** What a session hears of an agent. */
export function progress(said: Said = {}): Readonly<Record<string, unknown>> {
  const { session = 's1' } = said
  return {
    type: 'progress',
    isSidechain: false,
    cwd: '/w/p',
    sessionId: session,
    data: { type: 'agent_progress', agentId: 'a1', message: answer(said) },
    uuid: `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    timestamp: '2026-10-05T10:00:30.000Z',
  }
}

/** By the path below `projects`: lines, or the text as it is. */
export type Files = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | string>>

export function textOf(content: Files[string]): string {
  return typeof content === 'string' ? content : content.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

export interface UsageHome {
  readonly place: Place
  readonly config: string
  write(files: Files): void
  /** From the files and the index: nothing that an earlier count has kept is used. */
  report(request?: Partial<UsageRequest>): Promise<UsageReport>
  /** With the book of the last count. */
  reportKept(request?: Partial<UsageRequest>): Promise<UsageReport>
  readonly book: string
  refresh(): Promise<void>
}

export function usageHome(files: Files = {}, whenFinished?: (remove: () => void) => void): UsageHome {
  const root = whenFinished ? tempFolder(whenFinished) : tempFolder()
  const config = join(root, 'claude')
  const place: Place = { env: {}, home: root, cwd: root, configDir: config, now: Date.parse('2026-10-06T00:00:00Z') }
  let written = 1_700_000_000
  const write = (all: Files): void => {
    // Files of another size are others, whenever they were written; the time goes on all the same.
    for (const [path, content] of Object.entries(all))
      put(join(config, 'projects', path), textOf(content), (written += 10))
  }
  write(files)
  const book = bookFile(cacheDir(place), [config])
  const reportKept = (request: Partial<UsageRequest> = {}): Promise<UsageReport> =>
    usage(place, { report: 'daily', timezone: 'UTC', ...request })
  return {
    place,
    config,
    write,
    report(request) {
      rmSync(book, { force: true })
      return reportKept(request)
    },
    reportKept,
    book,
    refresh: async () => void (await index(place, {})),
  }
}
