// Odd but plausible sessions, drawn by a seed: what clients of all generations might have left behind, and what tools
// and accidents make of it.

import {
  a,
  apiError,
  att,
  boundary,
  call,
  command,
  explicit,
  type Fields,
  image,
  keeps,
  lastPrompt,
  PIXEL,
  progress,
  type Row,
  result,
  row,
  summaryOf,
  sys,
  text,
  think,
  u,
} from './experiments/builders.js'

const MODELS = [
  'claude-opus-5-5',
  'claude-opus-5-5',
  'claude-opus-5-5',
  'claude-opus-4-6',
  'claude-haiku-4-5',
  'claude-sonnet-5-5',
]
const COMMAND = '<command-name>/model</command-name>'
const OUTPUT = '<local-command-stdout>set</local-command-stdout>'
const CAVEAT = '<local-command-caveat>Caveat: these are local</local-command-caveat>'

const REMINDER = '<system-reminder>\nmind this\n</system-reminder>'
/** Attachments as clients write them behind prompts and results. */
const ATTACHED: readonly (readonly [string, Fields])[] = [
  ['todo_reminder', { content: [], itemCount: 0 }],
  ['hook_additional_context', { content: ['more'], hookName: 'h', hookEvent: 'PostToolUse', toolUseID: 'x' }],
  ['hook_success', { content: 'said', hookName: 'h', hookEvent: 'SessionStart', toolUseID: 'x' }],
  ['hook_stopped_continuation', { message: 'm', hookName: 'h', hookEvent: 'PostToolUse', toolUseID: 'x' }],
  ['edited_text_file', { filename: '/a', snippet: '1' }],
  ['directory', { path: '/d', content: 'x', displayPath: 'd' }],
  ['max_turns_reached', { maxTurns: 1, turnCount: 2, exitCommitted: false }],
  ['plan_mode', { reminderType: 'full', isSubAgent: false, planFilePath: '/p', planExists: false }],
  ['nested_memory', { path: '/m', content: { path: '/m', type: 'Project', content: 'x' }, displayPath: 'm' }],
  ['queued_command', { prompt: [text('queued'), image()], commandMode: 'prompt' }],
  ['companion_intro', { name: 'x' }],
  ['task_status', { taskId: 't', taskType: 'local_bash', description: 'd', status: 'completed' }],
]

/** `draw` gives numbers in [0, 1). */
export function randomSession(draw: () => number): readonly Row[] {
  const rows: Row[] = []
  const names: string[] = []
  const messages: string[] = []
  const calls: string[] = []
  const model = pick(MODELS)
  let tip: string | null = null
  let count = 0
  let now = 0
  const length = 3 + Math.floor(draw() * 12)
  add('prompt')
  while (rows.length < length) add(weighted())
  return rows

  function pick<T>(list: readonly T[]): T {
    return list[Math.floor(draw() * list.length)]!
  }
  function chance(share: number): boolean {
    return draw() < share
  }
  function name(): string {
    const made = `n${++count}`
    names.push(made)
    return made
  }
  /** Mostly the tip; now and then another row, none, or one that is not there. */
  function parent(): string | null {
    const lot = draw()
    if (tip === null || lot < 0.78) return tip
    if (lot < 0.95) return pick(names)
    return lot < 0.975 ? null : 'gone'
  }
  function over(more: Fields = {}): Fields {
    const lot = draw()
    now = lot < 0.9 ? now + 1 : lot < 0.94 ? now : lot < 0.97 ? now + 9 : Math.max(1, now - 3)
    return {
      at: now,
      ...(chance(0.02) ? { isSidechain: true } : {}),
      ...(chance(0.01) ? { isSidechain: undefined } : {}),
      ...(chance(0.02) ? { isVirtual: true } : {}),
      ...more,
    }
  }
  function message(): string {
    if (messages.length > 0 && chance(0.35)) return chance(0.7) ? messages.at(-1)! : pick(messages)
    messages.push(`m${messages.length + 1}`)
    return messages.at(-1)!
  }
  function newCall() {
    if (calls.length > 0 && chance(0.04)) return call(pick(calls))
    calls.push(`c${calls.length + 1}`)
    return call(calls.at(-1)!, pick(['Bash', 'Read', 'Task', 'Edit']))
  }
  function calledId(): string {
    return calls.length === 0 || chance(0.08) ? 'none' : chance(0.6) ? calls.at(-1)! : pick(calls)
  }
  function weighted(): string {
    const kinds: readonly (readonly [string, number])[] = [
      ['prompt', 12],
      ['answer', 12],
      ['calls', 18],
      ['result', 20],
      ['thinking', 5],
      ['blank', 2],
      ['meta', 4],
      ['companion', 4],
      ['attachment', 6],
      ['queued', 3],
      ['system', 4],
      ['command', 4],
      ['command-tail', 3],
      ['interrupted', 1],
      ['error', 3],
      ['progress', 2],
      ['checkpoint', 6],
      ['compaction', 3],
      ['kept', 3],
      ['copy', 2],
      ['stripped', 1],
      ['image', 1],
      ['nameless', 1],
      ['odd-answer', 2],
      ['odd-prompt', 2],
      ['unknown', 1],
      ['undated', 1],
      ['file', 1],
      ['notice', 1],
      ['shown', 1],
      ['failed', 2],
      ['cut', 1],
      ['found-tool', 1],
      ['continued', 3],
      ['shutdown', 2],
      ['turn-end', 2],
      ['refused', 2],
      ['retracted', 1],
      ['shown-notice', 1],
      ['reminder', 2],
      ['attached', 4],
      ['server-tool', 1],
      ['pairs', 2],
    ]
    let lot = draw() * kinds.reduce((sum, [, weight]) => sum + weight, 0)
    return kinds.find(([, weight]) => (lot -= weight) < 0)?.[0] ?? 'prompt'
  }
  function push(row: Fields, own: string): void {
    rows.push(row)
    if (chance(0.92)) tip = own
  }
  function answer(content: unknown, id: string | null): void {
    const above = parent()
    const own = name()
    push(
      a(own, above, id, content as string, { ...over(), message: { model: chance(0.9) ? model : pick(MODELS) } }),
      own,
    )
  }
  function user(content: unknown, more: Fields = {}): void {
    const above = parent()
    const own = name()
    push(u(own, above, content as string, over(more)), own)
  }

  function add(kind: string): void {
    switch (kind) {
      case 'prompt':
        user(chance(0.9) ? `prompt ${count}` : chance(0.5) ? [text(`words ${count}`), text('more')] : '')
        return
      case 'answer':
        answer(chance(0.9) ? `say ${count}` : [text(`say ${count}`), text(' ')], message())
        return
      case 'calls': {
        const blocks = Array.from({ length: chance(0.75) ? 1 : 2 }, newCall)
        answer(chance(0.2) ? [text(`do ${count}`), ...blocks] : blocks, message())
        return
      }
      case 'result': {
        const first = result(calledId(), chance(0.9) ? `out ${count}` : [text(`out ${count}`), image()])
        const more = chance(0.12) ? [result(calledId())] : []
        user([first, ...more, ...(chance(0.08) ? [text('beside')] : [])], chance(0.5) ? { toolUseResult: {} } : {})
        return
      }
      case 'thinking':
        answer(chance(0.8) ? think(`h${count}`) : [think(`h${count}`), text('\n\n')], message())
        return
      case 'blank':
        answer(pick([' ', '', '(no content)']), message())
        return
      case 'meta':
        user(`note ${count}`, { isMeta: true })
        return
      case 'companion':
        if (chance(0.5)) user(`skill ${count}`, { isMeta: true, sourceToolUseID: `toolu_${calledId()}` })
        else user(`Stop hook feedback:\nhook ${count}`, { isMeta: true })
        return
      case 'attachment': {
        const above = parent()
        const own = name()
        push(att(own, above, pick(['novelty', 'hook_success']), { content: '' }, over()), own)
        return
      }
      case 'queued': {
        const above = parent()
        const own = name()
        const origin = chance(0.6) ? { origin: { kind: 'human' }, humanTurn: true } : {}
        const fields = { prompt: `queued ${count}`, commandMode: 'prompt', ...origin }
        push(att(own, above, 'queued_command', fields, over()), own)
        return
      }
      case 'system': {
        const above = parent()
        const own = name()
        push(sys(own, above, pick(['turn_duration', 'informational', 'stop_hook_summary']), over()), own)
        return
      }
      case 'command': {
        const above = parent()
        const own = name()
        push(command(own, above, OUTPUT, over()), own)
        return
      }
      case 'command-tail': {
        if (chance(0.8)) user(CAVEAT, { isMeta: true })
        user(COMMAND)
        if (chance(0.8)) user(OUTPUT)
        return
      }
      case 'interrupted':
        user([text(pick(['[Request interrupted by user]', '[Request interrupted by user for tool use]']))])
        return
      case 'error': {
        const above = parent()
        const own = name()
        push(apiError(own, above, 'API Error: 500', over()), own)
        return
      }
      case 'progress': {
        const above = parent()
        const own = name()
        push(progress(own, above, over()), own)
        return
      }
      case 'checkpoint': {
        const leaf = chance(0.06) ? null : chance(0.05) ? 'gone' : pick(names)
        rows.push(chance(0.4) ? explicit(leaf) : lastPrompt(leaf))
        return
      }
      case 'compaction': {
        const own = name()
        push(boundary(own, chance(0.7) ? null : parent(), {}, over()), own)
        tip = own
        const summary = name()
        push(summaryOf(summary, own, `SUMMARY ${count}`, over()), summary)
        return
      }
      case 'kept': {
        const kept = names.slice(-1 - Math.floor(draw() * 3))
        const own = name()
        const summary = name()
        rows.push(boundary(own, null, keeps(chance(0.9) ? summary : own, ...kept), over()))
        rows.push(summaryOf(summary, own, `SUMMARY ${count}`, over()))
        tip = chance(0.7) ? summary : kept.at(-1)!
        return
      }
      case 'copy': {
        const before = rows[Math.floor(draw() * rows.length)]
        if (before && typeof before !== 'string' && 'uuid' in before) rows.push(before)
        return
      }
      case 'stripped': {
        const above = parent()
        const own = name()
        push(att(own, above, 'thinking_stripped', { scope: 'all' }, over()), own)
        return
      }
      case 'image':
        user([text(`see ${count}`), image()])
        return
      case 'odd-answer':
        answer(
          pick<unknown>([[], null, [text('')], [think('o'), text('')], [{ type: 'text' }], ['bare words'], [null]]),
          message(),
        )
        return
      case 'odd-prompt':
        user(pick<unknown>([[], null, [text(' ')], [{ type: 'text' }], undefined, [{ type: 'novelty', a: 1 }]]))
        return
      case 'unknown': {
        const above = parent()
        const own = name()
        push(row('novelty', own, above, {}, over()), own)
        return
      }
      case 'undated':
        user(`undated ${count}`, { timestamp: pick(['', 'soon', null]) })
        return
      case 'file': {
        const above = parent()
        const own = name()
        const content = { type: 'image', file: { base64: PIXEL, type: 'image/png', originalSize: 70 } }
        push(att(own, above, 'file', { filename: '/tmp/x.png', content }, over()), own)
        return
      }
      case 'notice':
        user(`<task-notification>done ${count}</task-notification>`, { origin: { kind: 'task-notification' } })
        return
      case 'shown': {
        const above = parent()
        const own = name()
        push(command(own, above, OUTPUT, over({ isDisplayOnly: true })), own)
        return
      }
      case 'failed':
        user([result(calledId(), pick([[text('bad'), image()], [image()], 'bad']), { is_error: true })])
        return
      case 'cut': {
        const above = parent()
        const own = name()
        const fields = { callIds: calls.map(one => `toolu_${one}`), standIn: '[cut]' }
        push(att(own, above, 'tool_results_cut', fields, over()), own)
        return
      }
      case 'found-tool': {
        const references = pick([['Bash'], ['Gone'], ['Bash', 'Gone']])
        user([
          result(
            calledId(),
            references.map(tool => ({ type: 'tool_reference', tool_name: tool })),
          ),
        ])
        return
      }
      case 'continued':
        user('Continue from where you left off.', { isMeta: true })
        if (chance(0.5)) answer('No response requested.', message())
        return
      case 'shutdown':
        if (chance(0.6)) user([result(calledId(), 'ended')], { interruptedByShutdown: true })
        else user([text('[Request interrupted by user]')], { interruptedByShutdown: true })
        return
      case 'turn-end': {
        const sign = pick<Fields>([
          { toolDenialEndsTurn: true },
          { toolEndsTurn: true },
          { toolUseResult: { backgroundedByTurnAbort: true } },
          { mcpMeta: { _meta: { 'claude/endTurn': true } } },
        ])
        user([result(calledId(), `out ${count}`)], sign)
        return
      }
      case 'refused': {
        const above = parent()
        const own = name()
        const why = pick<Fields>([
          { errorDetails: 'Could not process image' },
          { errorDetails: 'request_too_large' },
          { message: { model: '<synthetic>', stop_reason: 'refusal' } },
          { apiError: 'dlp_request_denied' },
          { apiError: 'unattended_start_unconfirmed' },
        ])
        push(apiError(own, above, 'API Error: 400', { ...over(), ...why }), own)
        return
      }
      case 'retracted': {
        const own = `${Math.floor(draw() * 90_000_000) + 10_000_000}-1111-4111-8111-111111111111`
        const above = parent()
        const note = name()
        const gone = a('gone', above, message(), `gone ${count}`, { ...over(), uuid: own })
        rows.push(gone)
        const more = over({ parentUuid: own, isMeta: true, retractedMessageUuids: [own] })
        push(u(note, above, 'try again', more), note)
        return
      }
      case 'shown-notice': {
        const origin = { kind: 'task-notification' }
        user(`<task-notification>shown ${count}</task-notification>`, { origin, queueTranscriptOnly: true })
        return
      }
      case 'reminder':
        user(pick([REMINDER, `${REMINDER}\nwords ${count}`, `words ${count}\n${REMINDER}`]), { isMeta: chance(0.7) })
        return
      case 'attached': {
        const above = parent()
        const own = name()
        const [type, fields] = pick<readonly [string, Fields]>(ATTACHED)
        push(att(own, above, type, fields, over()), own)
        return
      }
      case 'server-tool': {
        const use = { type: 'server_tool_use', id: `srvtoolu_${count}`, name: 'web_search', input: { query: 'q' } }
        const found = { type: 'web_search_tool_result', tool_use_id: `srvtoolu_${count}`, content: [] }
        answer(pick<unknown>([[use, found, text('said')], [use], [found, text('said')]]), message())
        return
      }
      case 'pairs':
        answer([think(`p${count}`), text(`do ${count}`), newCall(), newCall()], message())
        user(
          calls.slice(-2).map(id => result(id, chance(0.5) ? [text('first'), text('second')] : `out ${id}`)),
          {},
        )
        return
      default:
        answer(chance(0.5) ? `say ${count}` : newCall(), null)
    }
  }
}
