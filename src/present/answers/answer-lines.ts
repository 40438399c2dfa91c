// An answer as lines of text: short, with the line or turn of everything, so that it can be asked for.

import type {
  Answer,
  CheckData,
  CompactionsData,
  CompactionWithin,
  ContextData,
  FileData,
  FilesData,
  LeftOutWithin,
  PlanData,
  SearchData,
  SessionHead,
  SessionsData,
  Shortened,
  ShowData,
  ShownWithin,
  ToolsData,
  TurnsData,
  UsageData,
} from '../../actions/answers/index.js'
import { visible, visibleLine } from '../terminal-text.js'
import { bytes, count, tokens } from '../units.js'

export function answerLines({ question, data }: Answer): readonly string[] {
  switch (question) {
    case 'search':
      return searchLines(data as SearchData)
    case 'sessions':
      return sessionsLines(data as SessionsData)
    case 'turns':
      return turnsLines(data as TurnsData)
    case 'show':
      return showLines(data as ShowData)
    case 'tools':
      return toolsLines(data as ToolsData)
    case 'files':
      return 'file' in (data as object) ? fileLines(data as FileData) : filesLines(data as FilesData)
    case 'context':
      return contextLines(data as ContextData)
    case 'compactions':
      return compactionsLines(data as CompactionsData)
    case 'check':
      return checkLines(data as CheckData)
    case 'usage':
      return usageLines(data as UsageData)
    case 'plan':
      return planLines(data as PlanData)
  }
}

function searchLines({ matching, sessions, instead, notes }: SearchData): readonly string[] {
  return [
    `${count(matching, 'session')} ${matching === 1 ? 'matches' : 'match'}`,
    ...notes.map(visibleLine),
    ...instead.map(word => `nearest word: ${visibleLine(word)}`),
    ...sessions.flatMap(({ session, title, project, updatedAt, matches, hits }) => [
      `${visibleLine(session)}  ${visibleLine(title)} · ${visibleLine(project ?? '')} · ${day(updatedAt)} · ${count(matches, 'match')}`,
      ...hits.map(hit => {
        const about = [
          hit.tool === undefined ? hit.field : `${hit.field} of ${visibleLine(hit.tool)}`,
          ...(hit.failed ? ['failed'] : []),
          ...(hit.agent === undefined ? [] : [`agent ${visibleLine(hit.agent)}`]),
          ...(hit.abandoned ? ['abandoned branch'] : []),
        ]
        return ` ${visibleLine(hit.ref)} L${hit.line} ${about.join(', ')}: ${visibleLine(hit.snippet)}`
      }),
    ]),
  ]
}

function sessionsLines({ total, sessions }: SessionsData): readonly string[] {
  return [
    count(total, 'session'),
    ...sessions.map(one =>
      [
        `${visibleLine(one.session)}  ${visibleLine(one.title)}`,
        visibleLine(one.project ?? ''),
        ...(one.branch === undefined ? [] : [visibleLine(one.branch)]),
        one.updatedAt.slice(0, 16).replace('T', ' '),
        ...(one.contextTokens === undefined ? [] : [`${tokens(one.contextTokens)} tokens`]),
      ].join(' · '),
    ),
  ]
}

function headLine({ ref, title, project, turns }: SessionHead): string {
  return `${visibleLine(ref)}  ${visibleLine(title)} · ${visibleLine(project ?? '')} · ${count(turns, 'turn')}`
}

function turnsLines({ session, turns, compactions, branches }: TurnsData): readonly string[] {
  return [
    headLine(session),
    ...branches.map(one => `branch ${one.number}: ${one.state}, ${count(one.turns, 'turn')}`),
    ...compactions.map(
      one =>
        `compaction ${one.number}: L${one.line}${one.beforeTurn === null ? '' : `, in or before turn ${one.beforeTurn}`}`,
    ),
    ...turns.map(turn => {
      const about = [
        ...(turn.startedAt === null ? [] : [turn.startedAt.slice(0, 16).replace('T', ' ')]),
        ...(turn.branch === undefined ? [] : [`branch ${turn.branch}`]),
        ...(turn.state === 'finished' ? [] : [turn.state]),
        ...(turn.toolCalls === 0 ? [] : [count(turn.toolCalls, 'call')]),
        ...(turn.contextTokens === null ? [] : [`context ${tokens(turn.contextTokens)}`]),
      ]
      return `t${turn.index} L${turn.lines[0]}..L${turn.lines[1]} (${about.join(', ')}): ${visibleLine(turn.prompt)}`
    }),
  ]
}

function showLines({ session, items }: ShowData): readonly string[] {
  let turn: number | undefined
  return [
    headLine(session),
    ...items.flatMap(item => {
      if (item.kind === 'left-out') return [leftOutLine(item as LeftOutWithin)]
      const one = item as ShownWithin
      const isNew = one.turn !== turn
      turn = one.turn
      return [...(isNew ? [`t${one.turn}`] : []), ...itemLines(one)]
    }),
  ]
}

function leftOutLine({ line, lastLine, count: n }: LeftOutWithin): string {
  return ` … ${count(n, 'item')} left out, L${line}..L${lastLine}`
}

function itemLines(item: ShownWithin): readonly string[] {
  const { kind, line, tool, agent, result } = item
  const who = agent === undefined ? '' : ` (agent ${visibleLine(agent)})`
  const name = tool === undefined ? visibleLine(kind) : visibleLine(tool)
  const head = indented(` L${line} ${name}${who}: `, item)
  if (!result) return head
  return [...head, ...indented(`  L${result.line} ${result.failed ? 'failed' : 'result'}: `, result)]
}

/** Further lines stand behind a blank: none of them looks like the beginning of an item. */
function indented(head: string, { text, more = 0, moreLines = 0 }: Shortened): readonly string[] {
  const [first = '', ...others] = visible(text.trimEnd(), { keepNewlines: true }).split('\n')
  const missing = [
    ...(more > 0 ? [count(more, 'more character')] : []),
    ...(moreLines > 0 ? [count(moreLines, 'more line')] : []),
  ]
  const all = [`${head}${first}`, ...others.map(line => `   ${line}`)]
  const end = missing.length === 0 ? '' : ` … ${missing.join(', ')}`
  return [...all.slice(0, -1), `${all.at(-1)}${end}`]
}

function toolsLines({ session, total, failed, byTool, calls }: ToolsData): readonly string[] {
  const names = Object.entries(byTool).map(([name, n]) => `${visibleLine(name)} ${n}`)
  return [
    `${visibleLine(session)}  ${count(total, 'tool call')}, ${failed} failed or unfinished`,
    ...(names.length === 0 ? [] : [names.join(', ')]),
    ...calls.map(call => {
      const state = call.isError ? ' failed' : call.state === 'paired' ? '' : ` ${call.state}`
      const size = call.resultBytes === null ? '' : `, ${bytes(call.resultBytes)}`
      return ` ${call.turn === null ? '' : `t${call.turn} `}L${call.line} ${visibleLine(call.name)}${state}${size}: ${visibleLine(call.input)}`
    }),
  ]
}

function filesLines({ session, total, files }: FilesData): readonly string[] {
  return [
    `${visibleLine(session)}  ${count(total, 'file')}`,
    ...files.map(({ path, did, edits, reads, added, removed, turns }) => {
      const about = [
        did,
        ...(edits > 0 ? [`${count(edits, 'edit')} +${added} -${removed}`] : []),
        ...(reads > 0 ? [count(reads, 'read')] : []),
        ...(turns.length > 0 ? [turns.map(turn => `t${turn}`).join(' ')] : []),
      ]
      return ` ${visibleLine(path)} (${about.join(', ')})`
    }),
  ]
}

function fileLines({ file, total, sessions }: FileData): readonly string[] {
  return [
    `${visibleLine(file)}: ${count(total, 'session')}`,
    ...sessions.map(
      one =>
        ` ${visibleLine(one.session)}  ${visibleLine(one.title)} · ${day(one.updatedAt)} · ${count(one.edits, 'edit')}, ${count(one.reads, 'read')} · ${one.refs.map(visibleLine).join(' ')}`,
    ),
  ]
}

function contextLines(data: ContextData): readonly string[] {
  const { session, client, model, resumes, reason, messageCount, kinds, largest, notSent, messages } = data
  return [
    `${visibleLine(session)}  client ${visibleLine(client)}, ${visibleLine(model)}: ${resumes ? 'resumes' : 'does not resume'}${reason === undefined ? '' : `: ${visibleLine(reason)}`}`,
    `${count(messageCount, 'message')}, about ${tokens(data.tokens)} tokens`,
    ...(kinds.length === 0 ? [] : [kinds.map(one => `${one.kind} ${tokens(one.tokens)}`).join(', ')]),
    ...largest.map(
      one => ` L${one.line} ${visibleLine(one.tool)} ${tokens(one.tokens)} tokens: ${visibleLine(one.target)}`,
    ),
    ...notSent.map(one => `not sent: ${count(one.entries, 'entry')}, ${visibleLine(one.why)}`),
    ...messages.map(({ number, role, lines, text }) => {
      const where =
        lines === null ? 'by the client' : lines[0] === lines[1] ? `L${lines[0]}` : `L${lines[0]}..L${lines[1]}`
      return ` ${number} ${role} ${where}: ${visibleLine(text)}`
    }),
  ]
}

function compactionsLines({ session, total, compactions }: CompactionsData): readonly string[] {
  return [`${visibleLine(session)}  ${count(total, 'compaction')}`, ...compactions.flatMap(compactionLines)]
}

function compactionLines(one: CompactionWithin): readonly string[] {
  const { dropped, droppedInAll } = one
  const size = one.tokensBefore === null ? '' : `, ${tokens(one.tokensBefore)} tokens before`
  const after = one.tokensAfter === null ? '' : `, ${tokens(one.tokensAfter)} after`
  const summary = one.summaryLine === null ? '' : `, summary L${one.summaryLine}`
  const list = (what: string, texts: readonly string[]): readonly string[] =>
    texts.map(text => ` ${what} ${visibleLine(text)}`)
  return [
    `compaction ${one.number}: L${one.line}${size}${after}${summary}`,
    ` dropped: ${count(droppedInAll.prompts, 'prompt')}, ${count(droppedInAll.decisions, 'decision')}, ${count(droppedInAll.files, 'file')}, ${count(dropped.calls, 'call')}`,
    ...list('prompt', dropped.prompts),
    ...list('decision', dropped.decisions),
    ...list('file', dropped.files),
  ]
}

function checkLines({ session, isSound, bySeverity, findings }: CheckData): readonly string[] {
  const numbers = Object.entries(bySeverity).flatMap(([severity, n]) => (n > 0 ? [`${n} ${severity}`] : []))
  return [
    `${visibleLine(session)}  ${isSound ? 'OK' : 'has problems'}${numbers.length === 0 ? '' : `: ${numbers.join(', ')}`}`,
    ...findings.flatMap(one => [
      ` ${one.severity}${one.line === null ? '' : ` L${one.line}`} ${one.code}: ${visibleLine(one.message)}`,
      ...(one.fix === undefined ? [] : [`  fix: ${visibleLine(one.fix)}`]),
    ]),
  ]
}

function usageLines({ report, totals, rows, unpriced }: UsageData): readonly string[] {
  const figures = (row: Readonly<Record<string, unknown>>): string =>
    Object.entries(row)
      .flatMap(([name, value]) =>
        name !== 'key' && typeof value === 'number' && value !== 0 ? [`${name} ${rounded(value)}`] : [],
      )
      .join(', ')
  return [
    `${report}, as logged, at list prices`,
    `total: ${figures({ ...totals })}`,
    ...unpriced.map(model => `no price for ${visibleLine(model)}`),
    ...rows.map(row => ` ${visibleLine(String(row['key'] ?? row['tool'] ?? ''))}: ${figures(row)}`),
  ]
}

function rounded(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(2)
}

function planLines(data: PlanData): readonly string[] {
  const { verb, session, plan, written, sessionId, resume, receipt, before, after, refused, steps } = data
  const figures = ({ messages, toolCalls, tokens: n }: PlanData['before']): string =>
    `${count(messages, 'message')}, ${count(toolCalls, 'tool call')}, about ${tokens(n)} tokens`
  return [
    `${verb} of ${visibleLine(session)}: ${refused.length > 0 ? 'refused' : written ? 'written' : 'planned; nothing is written yet'}`,
    ...refused.map(reason => ` ${visibleLine(reason)}`),
    `before: ${figures(before)}`,
    `after: ${figures(after)}`,
    ...(plan === null ? [] : [`plan: ${plan}`]),
    ...(sessionId === null ? [] : [`new session: ${visibleLine(sessionId)}`]),
    ...(resume === null ? [] : [`resume: ${visibleLine(resume)}`]),
    ...(receipt === null ? [] : [`undo: rethread undo ${receipt}`]),
    ...steps.map(
      step => ` ${step.action}: ${visibleLine(step.why)}${step.lines > 0 ? ` (${count(step.lines, 'line')})` : ''}`,
    ),
  ]
}

function day(time: string): string {
  return time.slice(0, 10)
}
