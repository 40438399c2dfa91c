// `show`: the expectations are written from reading the sample files line by line.

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { pictureSize } from '../../src/actions/read/show/media.js'
import type { ShowDocument, ShownItem, ShownTool } from '../../src/actions/read/show.js'
import { type ShowOptions, showSession, wholeReport } from '../../src/actions/read/show.js'
import { type SchemaItem, showSchema } from '../../src/actions/read/show.schema.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { inMemory, openSession } from '../../src/actions/session/open-session.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { runs } from '../runs.js'

const SAMPLES = new URL('../../samples/projects/', import.meta.url)
const ids = {
  commands: '-home-lin-seed-library/c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707',
  retries: '-home-lin-night-train/e7707e57-1f2e-4d3c-8b4a-5c6d7e8f9008',
  parallel: '-home-ada-tide-table/9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909',
  thinking: '-home-ada-tide-table/7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710',
  branches: '-home-ada-weather-station/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11',
  tools: '-home-ada-tide-table/70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12',
  preserved: '-home-ada-tide-table/40075ace-c3d4-4e5f-a06b-7c8d9e0f1a13',
  pictures: '-home-ada-weather-station/1a6e5000-d4e5-4f60-b17c-8d9e0f1a2b14',
  queue: '-home-lin-night-train/90e0ed00-f607-4182-939e-0f1a2b3c4d16',
  agents: '-home-lin-night-train/a6e975f0-0718-4293-a4af-1a2b3c4d5e17',
  inline: '-home-lin-seed-library/0a5eed10-2c1b-4d77-9b0e-6f1d2a3c4b01',
  drift: '-home-ada-weather-station/d41f7000-1829-43a4-b5b0-2b3c4d5e6f18',
  flat: '-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503',
  damaged: '-home-ada-weather-station/dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06',
}

async function show(name: keyof typeof ids, options: ShowOptions = {}): Promise<ShowDocument> {
  const path = new URL(`${ids[name]}.jsonl`, SAMPLES).pathname
  const open = await openSession({ kind: 'file', id: ids[name].split('/')[1]!, path })
  try {
    return wholeReport(showSession(open, await openAgents(open), options))
  } finally {
    open.close()
  }
}

/** One item in a few words, to compare whole turns at a glance. */
function brief(item: ShownItem): string {
  const lines = item.lines.join(',')
  switch (item.kind) {
    case 'prompt':
    case 'text':
      return `${lines} ${item.kind}: ${item.text.slice(0, 30)}`
    case 'queued-prompt':
      return `${lines} ${item.state}: ${item.text.slice(0, 30)}`
    case 'tool':
      return `${lines} ${item.name}${item.state === 'paired' ? '' : ` ${item.state}`}`
    case 'command':
      return `${lines} ${item.mode}: ${item.name} ${item.args}`.trim()
    case 'output':
      return `${lines} output: ${item.text.text}`
    case 'notice':
      return `${lines} ${item.about}: ${item.text.text.slice(0, 40)}`
    case 'raw':
      return `${lines} raw ${item.type}`
    default:
      return `${lines} ${item.kind}`
  }
}

const turn = (report: ShowDocument, number: number) => report.turns.find(one => one.number === number)!
const tools = (report: ShowDocument) =>
  report.turns.flatMap(one => one.items.filter((item): item is ShownTool => item.kind === 'tool'))

describe('show', () => {
  test('commands, bash mode, a refusal, an interruption', async () => {
    const report = await show('commands')
    expect(report.opening?.items.map(brief)).toEqual([
      '4 slash: /model opus',
      '5 output: Set model to \u001b[1mopus (claude-opus-4-6)\u001b[22m',
    ])
    expect(report.turns.map(one => [one.number, one.kind, one.state])).toEqual([
      [1, 'command', 'finished'],
      [2, 'bash', 'finished'],
      [3, 'prompt', 'interrupted'],
      [4, 'prompt', 'finished'],
      [5, 'prompt', 'interrupted'],
    ])
    expect(turn(report, 3).items.map(brief)).toEqual([
      '22 prompt: Write these notes to NEWS.md a',
      '23 text: First the upload.',
      '24,26 Bash',
      '27 interruption',
    ])
    expect(turn(report, 4).items.map(brief).slice(-2)).toEqual(['36 slash: /cost', '37 output: Total cost: $0.41'])
    expect(turn(report, 1).durationMs).toBe(10_467)
    expect(tools(report)[1]!.result).toMatchObject({ isError: true, refused: true })
    expect(turn(report, 5).leftOut).toEqual({ entries: 3, what: { 'user/meta': 2, summary: 1 } })
  })

  test('parallel calls stand once, each with its own result', async () => {
    const report = await show('parallel')
    expect(turn(report, 1).items.map(brief)).toEqual([
      '2 prompt: Which tidal constituents does ',
      '6 text: Three looks at once.',
      '7,10 Glob',
      '8,11 Grep',
      '9,12 Read',
      '13 text: The numbers, the missing one, ',
      '14,19 Bash',
      '15,17 Read',
      '16,18 Read',
      '20 text: A spot check against the harbo',
      '21,22 Bash',
      '23,24 Bash',
      '25 text: Two constituents, M2 and S2. N',
    ])
  })

  test('depths', async () => {
    const kinds = async (depth: 'prompts' | 'answers' | 'narration' | 'tools' | 'all') =>
      new Set((await show('thinking', { depth })).turns.flatMap(one => one.items.map(item => item.kind)))
    expect(await kinds('prompts')).toEqual(new Set(['prompt']))
    expect(await kinds('answers')).toEqual(new Set(['prompt', 'text']))
    expect(await kinds('narration')).toEqual(new Set(['prompt', 'text']))
    expect(await kinds('tools')).toEqual(new Set(['prompt', 'text', 'tool']))
    expect(await kinds('all')).toEqual(new Set(['prompt', 'text', 'tool', 'thinking']))
    const { leftOut } = turn(await show('thinking', { depth: 'answers' }), 1)
    expect(leftOut.what).toMatchObject({ thinking: 4, tool_use: 3, tool_result: 3 })
    const thoughts = (await show('thinking', { depth: 'all' })).turns.flatMap(one => one.items)
    expect(new Set(thoughts.flatMap(item => (item.kind === 'thinking' ? [item.state] : [])))).toEqual(
      new Set(['readable', 'signed', 'redacted']),
    )
  })

  test('at depth answers there is what a turn came to; what is said between the calls is narration', async () => {
    const said = (texts: readonly string[], depth: 'answers' | 'narration') => {
      const rows = texts.map((text, index) => {
        const block = text.startsWith('!')
          ? { type: 'tool_use', id: `t${index}`, name: 'Bash', input: {} }
          : { type: 'text', text }
        const message = index === 0 ? { role: 'user', content: text } : { id: `m${index}`, content: [block] }
        return {
          type: index === 0 ? 'user' : 'assistant',
          uuid: `u${index}`,
          parentUuid: index ? `u${index - 1}` : null,
          message,
        }
      })
      const bytes = new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
      const { turns } = wholeReport(showSession(inMemory(bytes), [], { depth }))
      return turns.flatMap(one => one.items.flatMap(item => (item.kind === 'text' ? [item.text] : [])))
    }
    const turn = ['go', 'I look', '!', 'Now I see', '!', 'Done', 'really']
    expect(said(turn, 'answers')).toEqual(['Done', 'really'])
    expect(said(turn, 'narration')).toEqual(['I look', 'Now I see', 'Done', 'really'])
    expect(said(['go', 'I look', '!', 'Now I see', '!'], 'answers')).toEqual(['Now I see'])
    expect(said(['go', 'Plain'], 'answers')).toEqual(['Plain'])
    const { leftOut } = (await show('parallel', { depth: 'answers' })).turns[0]!
    expect(leftOut.what['narration']).toBeGreaterThan(0)
  })

  test('failed requests say their cause, their number and the wait', async () => {
    const retries = turn(await show('retries'), 1).items.filter(item => item.kind === 'retry')
    expect(retries).toMatchObject([
      { cause: '529 overloaded_error: Overloaded', attempt: 1, of: 10 },
      { attempt: 2, of: 10 },
      { attempt: 3, of: 10 },
    ])
    expect(turn(await show('retries'), 2).items.at(-1)).toMatchObject({ kind: 'text', by: 'error' })
  })

  test('the other branch, with what both have in common', async () => {
    const active = await show('branches')
    expect(active.turns.map(one => one.number)).toEqual([1, 2])
    expect(active.elsewhere.branches).toEqual([{ number: 2, state: 'abandoned', turns: 1, entries: 6 }])
    const other = await show('branches', { leaf: { branch: 2 } })
    expect(other.turns.map(one => one.number)).toEqual([1, 3])
    expect(turn(other, 1).items).toEqual(turn(active, 1).items)
    expect(turn(other, 3).items.map(brief)).toEqual([
      '18 prompt: Wait. Would plain files not be',
      '19 text: They would.',
      '20,21 Write',
      expect.stringMatching(/^22 text/),
    ])
    // Row 7 is line 8: the answer of the first turn.
    const early = await show('branches', { leaf: { row: 7 } })
    expect(early.turns.map(one => one.number)).toEqual([1])
    expect(early.turns[0]!.items.at(-1)!.lines).toEqual([8])
  })

  test('chosen turns', async () => {
    const numbers = async (turns: NonNullable<ShowOptions['turns']>) =>
      (await show('commands', { turns })).turns.map(one => one.number)
    expect(await numbers({ from: 2, to: 3 })).toEqual([2, 3])
    expect(await numbers({ from: 4 })).toEqual([4, 5])
    expect(await numbers([1, 5])).toEqual([1, 5])
    const part = await show('commands', { turns: [2] })
    expect(part.opening).toBeUndefined()
    expect(part.elsewhere.turns).toBe(4)
    expect(part.session.turns).toBe(5)
  })

  test('prompts typed ahead: sent, taken back, lost', async () => {
    const report = await show('queue')
    expect(turn(report, 2).items[0]).toMatchObject({ kind: 'prompt', how: 'queued' })
    expect(report.turns.flatMap(one => one.items.map(brief)).filter(line => /removed|lost/.test(line))).toEqual([
      expect.stringMatching(/^\d+ removed: never mind the platform$/),
      expect.stringMatching(/^\d+ lost: then please a dark theme, the /),
    ])
  })

  test('a compaction with what it kept', async () => {
    const items = turn(await show('preserved'), 2).items
    expect(items.find(item => item.kind === 'compaction')).toMatchObject({
      lines: [20, 21],
      trigger: 'manual',
      tokensBefore: 17_137,
      tokensAfter: 16_701,
      kept: 5,
      summary: { moreLines: 1 },
    })
  })

  test('pictures with their sizes', async () => {
    const report = await show('pictures')
    expect(turn(report, 1).items[0]).toMatchObject({ media: [{ type: 'image', format: 'png', width: 24, height: 16 }] })
    expect(turn(report, 2).items[0]).toMatchObject({ text: '', media: [{ width: 8, height: 8, bytes: 268 }] })
    expect(tools(report)[1]).toMatchObject({ name: 'Read', result: { media: [{ width: 24, height: 16 }] } })
  })

  test('many tools, each told in its own way', async () => {
    const forms = tools(await show('tools')).map(tool => tool.form)
    expect(forms.map(form => form.form)).toEqual([
      'todos',
      'search',
      'search',
      'other',
      'todos',
      'shell',
      'shell',
      'web',
      'edit',
    ])
    expect(forms[3]).toEqual({
      form: 'other',
      server: 'harbour',
      tool: 'last_readings',
      input: '{"station":"north-pier","days":7}',
    })
    expect(tools(await show('tools'))[5]!.result).toMatchObject({
      text: { moreLines: 115 },
      persisted: { path: expect.stringMatching(/brvn6mwdo\.txt$/) },
    })
  })

  test('agents stand at the call that started them, and inside each other', async () => {
    const short = tools(await show('agents'))
    expect(short.map(tool => tool.agents.map(agent => [agent.type, agent.toolCalls, agent.items]))).toEqual([
      [['code-reviewer', 3, undefined]],
      [['general-purpose', 1, undefined]],
    ])
    const [review] = tools(await show('agents', { agents: true }))
    const inner = review!.agents[0]!.items!.filter((item): item is ShownTool => item.kind === 'tool')
    expect(inner.map(tool => tool.name)).toEqual(['Read', 'Grep', 'Agent'])
    expect(inner[2]!.agents[0]!.items!.map(item => item.kind)).toEqual(['prompt', 'tool', 'text'])
    const inline = tools(await show('inline', { agents: true })).find(tool => tool.name === 'Task')!
    expect(inline.agents[0]!.items!.filter(item => item.kind === 'tool')).toHaveLength(3)
  })

  test('what nobody knows is shown as it stands', async () => {
    const report = await show('drift')
    expect(report.opening!.items).toMatchObject([
      { kind: 'raw', type: 'weather-vane', json: { text: expect.stringContaining('9007199254740993') } },
    ])
    expect(
      turn(report, 1)
        .items.map(brief)
        .filter(line => line.includes('raw')),
    ).toEqual([
      '7 raw attachment/lunar_phase',
      '10 raw daydream',
      '11 raw system/model_hummed_a_tune',
      '14 raw sparkle',
    ])
  })

  test('flat messages of source document 004', async () => {
    const report = await show('flat', { depth: 'all' })
    expect(turn(report, 1).items.map(brief)).toEqual([
      '1 prompt: When do I water the tomatoes?',
      '2 thinking',
      '3 text: I will look at the plan.',
      '4,5 Read',
      `6 text: I'll ask: 'Check the rain'`,
      '11 text: Every second evening; rain wil',
      '12 text: Operation cancelled by user',
      '12 Bash lost',
    ])
    expect(turn(report, 2).items[0]).toMatchObject({ marks: ['deleted'] })
    expect(report.elsewhere.agents).toHaveLength(1)
  })

  test('damage is counted', async () => {
    const report = await show('damaged')
    expect(report.elsewhere.damagedLines).toBe(7)
    expect(report.elsewhere.branches).toMatchObject([{ number: 2, state: 'detached' }])
  })

  test('work that is cut off from its prompt is shown', () => {
    const rows = [
      { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'go' } },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: { id: 'm1', content: [{ type: 'text', text: 'one' }] },
      },
      {
        type: 'assistant',
        uuid: 'd',
        parentUuid: 'c',
        message: { id: 'm2', content: [{ type: 'text', text: 'two' }] },
      },
    ]
    const open = inMemory(new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join('')))
    const report = wholeReport(showSession(open, []))
    expect(report.turns.map(one => [one.number, one.kind, one.items.map(brief)])).toEqual([
      [1, 'implicit', ['3 text: two']],
    ])
  })

  test('a file whose entries stand in it twice is told once, by the later copy', () => {
    const rows = [
      { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'go' } },
      { type: 'assistant', uuid: 'b', parentUuid: 'a', message: { id: 'm', content: [{ type: 'text', text: 'one' }] } },
      {
        type: 'assistant',
        uuid: 'c',
        parentUuid: 'b',
        message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
      },
    ]
    const open = inMemory(new TextEncoder().encode([...rows, ...rows].map(row => `${JSON.stringify(row)}\n`).join('')))
    const report = wholeReport(showSession(open, []))
    expect(report.turns.flatMap(one => one.items.map(brief))).toEqual(['4 prompt: go', '5 text: one', '6 Bash pending'])
    expect(report.turns[0]!.leftOut).toEqual({ entries: 3, what: { 'repeated entry': 3 } })
  })

  test('a history that was copied under new uuids is whole on either path', () => {
    const copy = (mark: string) => [
      { type: 'user', uuid: `a${mark}`, parentUuid: null, message: { role: 'user', content: 'go' } },
      {
        type: 'assistant',
        uuid: `b${mark}`,
        parentUuid: `a${mark}`,
        message: { id: 'm', content: [{ type: 'text', text: 'one' }] },
      },
      {
        type: 'assistant',
        uuid: `c${mark}`,
        parentUuid: `b${mark}`,
        message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
      },
    ]
    const rows = [...copy('1'), ...copy('2')]
    const open = inMemory(new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join('')))
    const items = (options: ShowOptions) =>
      wholeReport(showSession(open, [], options)).turns.flatMap(one => one.items.map(item => brief(item).slice(0, 6)))
    expect(items({})).toEqual(['4 prom', '5 text', '6 Bash'])
    expect(items({ leaf: { branch: 2 } })).toEqual(['1 prom', '2 text', '3 Bash'])
  })

  test('thinking triggers are marked in the prompt', () => {
    const row = {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      message: { role: 'user', content: 'please ultrathink about it' },
      thinkingMetadata: { level: 'high', disabled: false, triggers: [{ start: 7, end: 17, text: 'ultrathink' }] },
    }
    const open = inMemory(new TextEncoder().encode(`${JSON.stringify(row)}\n`))
    expect(wholeReport(showSession(open, [])).turns[0]!.items[0]).toMatchObject({
      triggers: [{ start: 7, end: 17, text: 'ultrathink' }],
    })
  })

  test('words typed beside a result are the user’s words; keys like __proto__ are only data', () => {
    const rows = [
      { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'go' } },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: { id: 'm', role: 'assistant', content: [{ type: 'tool_use', id: 't', name: '__proto__', input: {} }] },
      },
      {
        type: 'user',
        uuid: 'c',
        parentUuid: 'b',
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true },
            { type: 'text', text: 'use the other file' },
          ],
        },
      },
    ]
    const open = inMemory(new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join('')))
    const report = wholeReport(showSession(open, [], { depth: 'tools' }))
    expect(report.turns[0]!.items).toMatchObject([
      { kind: 'prompt' },
      { kind: 'tool', name: '__proto__', form: { form: 'other', tool: '__proto__' } },
      { kind: 'prompt', how: 'remark', text: 'use the other file' },
    ])
    expect(wholeReport(showSession(open, [], { depth: 'prompts' })).turns[0]!.items).toHaveLength(2)
  })
})

describe('the JSON of show', () => {
  type DeepReadonly<T> = T extends object ? { readonly [key in keyof T]: DeepReadonly<T[key]> } : T
  // Types only: schema and value say the same, in both directions.
  const toValue = (document: z.infer<typeof showSchema>): ShowDocument => document
  const toSchema = (item: ShownItem): DeepReadonly<SchemaItem> => item
  const wholeToSchema = (document: ShowDocument): DeepReadonly<z.infer<typeof showSchema>> => document

  test.each(Object.keys(ids) as (keyof typeof ids)[])('%s fits its schema and loses nothing in it', async name => {
    for (const depth of ['prompts', 'tools', 'all'] as const) {
      const json: unknown = JSON.parse(JSON.stringify(await show(name, { depth, agents: true })))
      expect(showSchema.parse(json)).toEqual(json)
    }
    expect([toValue, toSchema, wholeToSchema]).toHaveLength(3)
  })
})

describe('on random sessions', () => {
  interface Row {
    readonly uuid?: string
    readonly parentUuid?: string | null
    readonly logicalParentUuid?: string
    readonly type: string
    readonly message?: { readonly id?: string; readonly content?: unknown }
  }

  /** The active path, walked in the raw lines without the code under test. */
  function truthOf(bytes: Uint8Array, leaf: string) {
    const rows = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .flatMap((line, index) => {
        try {
          return [{ row: JSON.parse(line) as Row, line: index + 1 }]
        } catch {
          return []
        }
      })
    const byUuid = new Map(rows.map(one => [one.row.uuid, one]))
    const path = new Set<string>()
    for (let at: string | null | undefined = leaf; at && !path.has(at); ) {
      path.add(at)
      const row: Row | undefined = byUuid.get(at)?.row
      at = row?.parentUuid ?? row?.logicalParentUuid
    }
    const messages = new Set([...path].map(uuid => byUuid.get(uuid)?.row.message?.id).filter(id => id))
    const blocks = rows.flatMap(({ row }) =>
      row.type === 'assistant' && messages.has(row.message?.id) ? (row.message?.content as { type: string }[]) : [],
    )
    return { byUuid, path, blocks }
  }

  test.each(Array.from({ length: runs(8, 60) }, (_, seed) => seed))('seed %d: nothing twice, nothing missing', seed => {
    const { bytes, truth } = randomSession(seed, { turns: 10 })
    const { byUuid, path, blocks } = truthOf(bytes, truth.leaf!)
    const report = wholeReport(showSession(inMemory(bytes), []))
    const items = report.turns.flatMap(one => one.items)

    const prompts = truth.prompts.filter(one => path.has(one.uuid))
    const wanted = (kinds: readonly string[]) =>
      prompts.filter(one => kinds.includes(one.kind)).map(one => byUuid.get(one.uuid)!.line)
    const lines = (kind: string) => items.filter(item => item.kind === kind).flatMap(item => item.lines)
    expect(lines('prompt')).toEqual(wanted(['prompt', 'queued']))
    expect(report.turns.map(one => one.items[0]!.lines[0])).toEqual(prompts.map(one => byUuid.get(one.uuid)!.line))

    const ids = (blocks as { type: string; id?: string }[]).flatMap(one => (one.type === 'tool_use' ? [one.id] : []))
    const shown = items.flatMap(item => (item.kind === 'tool' ? [item.id] : []))
    expect(shown.toSorted()).toEqual(ids.toSorted())

    const texts = (blocks as { type: string; text?: string }[]).flatMap(one => (one.type === 'text' ? [one.text] : []))
    expect(items.flatMap(item => (item.kind === 'text' ? [item.text] : [])).toSorted()).toEqual(texts.toSorted())
    expect(showSchema.safeParse(JSON.parse(JSON.stringify(report))).error).toBeUndefined()
  })

  test.each(Array.from({ length: runs(4, 20) }, (_, seed) => seed))(
    'seed %d, damaged: nothing throws, nothing twice',
    seed => {
      const { bytes } = randomSession(seed, { turns: 8, damage: true })
      const report = wholeReport(showSession(inMemory(bytes), [], { depth: 'all' }))
      const shown = report.turns.flatMap(one => one.items.flatMap(item => (item.kind === 'tool' ? [item.id] : [])))
      expect(new Set(shown).size).toBe(shown.length)
    },
  )
})

test('sizes of pictures from their first bytes', () => {
  const bytes = (...parts: (string | readonly number[])[]) =>
    Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))
  const size = { width: 300, height: 200 }
  const be = (n: number) => [n >> 8, n & 255]
  const le = (n: number) => [n & 255, n >> 8]
  expect(pictureSize(bytes('GIF89a', le(300), le(200)))).toEqual(size)
  expect(pictureSize(bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0], be(300), [0, 0], be(200)))).toEqual(
    size,
  )
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8], be(200), be(300), [3, 0, 0])
  expect(pictureSize(jpeg)).toEqual(size)
  expect(
    pictureSize(bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [43, 1, 0], [199, 0, 0])),
  ).toEqual(size)
  expect(
    pictureSize(bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a], le(300), le(200))),
  ).toEqual(size)
  expect(pictureSize(bytes('no picture'))).toBeUndefined()
})
