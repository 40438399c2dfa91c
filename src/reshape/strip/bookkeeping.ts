// What the model never gets: progress, hook output, request logs, second copies of outputs, snapshots of files.

import type { Name } from '../../conversation/names.js'
import { HAS_TOOL_RESULT, has, PROGRESS, type Rows, SYSTEM } from '../../conversation/rows.js'
import { rangeOf } from '../../format/json/walk.js'
import { findBytes } from '../edits/find-bytes.js'
import { addNote, addStep, changeOf, type Draft, removeRows } from '../plan/draft.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { regionOf } from '../zones/region.js'
import type { StripRule } from './rule.js'

/** resume-rules §5.6: the client does without them. What was queued is kept: it may be the only copy of words. */
const LOGS = ['api-request', 'api-request-shape', 'api-request-blob', 'cost-state', 'tools-used', 'atis-latch']
/** Never sent (N27). */
const HOOKS = ['stop_hook_summary']

export function stripBookkeeping(draft: Draft, { where }: StripRule): void {
  const { conversation } = draft.source
  const { rows } = conversation
  const inRegion = regionOf(draft.source, where)
  const logs = namesOf(rows, LOGS)
  const hooks = namesOf(rows, HOOKS)
  const [progress, hook, log, secondOutputs]: number[][] = [[], [], [], []]
  for (let row = 0; row < rows.count; row++) {
    if (draft.removed[row] || isOnOddLine(draft, row) || !inRegion(row)) continue
    if (rows.role[row] === PROGRESS) progress!.push(row)
    else if (rows.role[row] === SYSTEM && hooks.has(rows.subtype[row]!)) hook!.push(row)
    else if (logs.has(rows.type[row]!)) log!.push(row)
    else if (has(rows, row, HAS_TOOL_RESULT) && hasSecondOutput(draft, row, where.largerThan ?? 0))
      secondOutputs!.push(row)
  }
  addStep(draft, 'remove progress', removeRows(draft, progress!), 'requested; it is only shown while a call runs')
  addStep(draft, 'remove hook output', removeRows(draft, hook!), 'requested; the model never sees it')
  addStep(draft, 'remove request logs', removeRows(draft, log!), 'requested; the client does not need them')
  for (const row of secondOutputs!) changeOf(draft, row).dropsSecondOutput = true
  addStep(draft, 'remove duplicate outputs', secondOutputs!, 'requested; the result contains them too')
}

/** As numbers; 0 is none, as an entry has it that does not say its type. */
function namesOf({ names }: Rows, texts: readonly string[]): ReadonlySet<Name> {
  return new Set(texts.map(text => names.find(text)).filter(name => name !== 0))
}

/** A copy that says more than which agent it was. */
function hasSecondOutput({ source: { conversation, read } }: Draft, row: number, least: number): boolean {
  const { rows } = conversation
  const bytes = read(rows.offset[row]!, rows.length[row]!)
  const secondOutput = rangeOf(bytes, 0, ['toolUseResult'])
  const meta = rangeOf(bytes, 0, ['mcpMeta'])
  const size = (secondOutput ? secondOutput.end - secondOutput.start : 0) + (meta ? meta.end - meta.start : 0)
  return (
    size > least &&
    !(meta === undefined && secondOutput !== undefined && isAgentOnly(bytes, secondOutput.start, secondOutput.end))
  )
}

/** `{"agentId":"…"}`, as it is left behind. */
function isAgentOnly(bytes: Uint8Array, start: number, end: number): boolean {
  return /^\{"agentId":"[^"]*"\}$/.test(new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 200))))
}

const SNAPSHOTS = ['file-history-snapshot', 'file-history-delta']

/** With the backups that only they name. */
export function stripSnapshots(draft: Draft, { where }: StripRule): void {
  const { conversation, folder, read } = draft.source
  const { rows } = conversation
  const inRegion = regionOf(draft.source, where)
  const types = namesOf(rows, SNAPSHOTS)
  const gone: number[] = []
  const left: number[] = []
  for (let row = 0; row < rows.count; row++) {
    if (draft.removed[row] || isOnOddLine(draft, row) || !types.has(rows.type[row]!)) continue
    const isLarge = where.largerThan === undefined || rows.length[row]! > where.largerThan
    if (inRegion(row) && isLarge) gone.push(row)
    else left.push(row)
  }
  addStep(
    draft,
    'remove snapshots',
    removeRows(draft, gone),
    'requested; files can no longer be rewound to these points',
  )
  const names = (list: readonly number[]): ReadonlySet<string> =>
    new Set(list.flatMap(row => [...backupsIn(read(rows.offset[row]!, rows.length[row]!))]))
  const stillNamed = names(left)
  const unnamed = names(gone)
  const files = (folder?.fileHistory ?? []).filter(({ name }) => unnamed.has(name) && !stillNamed.has(name))
  for (const { path } of files) draft.droppedFiles.add(path)
  if (files.length > 0) addNote(draft, 'leave out file backups', files.length, 'no snapshot refers to them anymore')
}

const BACKUP = new TextEncoder().encode('"backupFileName"')

function* backupsIn(bytes: Uint8Array): Generator<string> {
  for (const at of findBytes(bytes, BACKUP)) {
    const name = /^\s*:\s*"([^"\\]+)"/.exec(
      new TextDecoder().decode(bytes.subarray(at + BACKUP.length, at + BACKUP.length + 300)),
    )
    if (name) yield name[1]!
  }
}
