// Rows of the chain that are never sent, and the place of attachments. (R-M13, N26, N27, N33)

import { ASSISTANT, ATTACHMENT, DISPLAY_ONLY, has, SYSTEM, USER, VIRTUAL } from '../../conversation/rows.js'
import { TOOL_RESULT } from '../facts/block-columns.js'
import type { Held } from '../path.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { isUsersMessage } from './attachments.js'
import { endBlock, firstBlock, isApiError, roleOf } from './item-looks.js'

export const apiErrors: Rule = {
  id: 'N26',
  does: 'leaves out rows that report an API error',
  apply(resume) {
    const { rows } = resume
    leaveOut(resume, 'API error', row => rows.role[row] === ASSISTANT && isApiError(rows, row))
  },
}

/** A uuid without what tells the blocks of one message apart. */
const MESSAGE_PART = 24

/** Answers that were taken back, and of which a row of the chain says so. */
export const retracted: Rule = {
  id: 'N26-retracted',
  does: 'drops messages that a row of the chain marks as retracted',
  apply(resume) {
    const { rows, facts } = resume
    if (facts.retracted.size === 0) return
    const gone = new Set<string>()
    for (const item of resume.items) {
      if (!speaksOfRetraction(resume, item)) continue
      for (const uuid of facts.retracted.get(item) ?? []) gone.add(uuid.slice(0, MESSAGE_PART))
    }
    leaveOut(resume, 'retracted', row => {
      return rows.role[row] !== SYSTEM && gone.has(rows.names.text(rows.uuid[row]!).slice(0, MESSAGE_PART))
    })
  },
}

function speaksOfRetraction(resume: Resume, row: number): boolean {
  const role = resume.rows.role[row]
  return role === USER || role === ASSISTANT || (role === SYSTEM && subtypeOf(resume, row) === 'model_refusal_fallback')
}

/** Attachments that the client does not write any more, or whose content is not what their type asks for. */
export const unknownAttachments: Rule = {
  id: 'N33-odd',
  does: 'drops attachments of forgotten types, and those whose content is none of their type',
  apply(resume) {
    const { rows, facts } = resume
    leaveOut(resume, 'attachment that the client does not read', row => {
      if (rows.role[row] !== ATTACHMENT) return false
      return facts.oddAttachments.has(row) || FORGOTTEN.has(subtypeOf(resume, row))
    })
  },
}

const FORGOTTEN: ReadonlySet<string> = new Set([
  'compaction_reminder',
  'companion_intro',
  'echo_activities',
  'pen_mode_enter',
  'pen_mode_exit',
  'verify_plan_reminder',
  'fold_nudge',
  'context_tip',
  'audio_transcript',
  'new_file',
  'new_directory',
])

export const virtualRows: Rule = {
  id: 'N27',
  does: 'leaves out virtual rows and display-only output',
  apply(resume) {
    const { rows } = resume
    leaveOut(
      resume,
      'virtual, display only',
      row => has(rows, row, VIRTUAL) && (rows.role[row] === USER || rows.role[row] === ASSISTANT),
    )
    leaveOut(resume, 'display only', row => rows.role[row] === SYSTEM && has(rows, row, DISPLAY_ONLY))
  },
}

/** Of the system rows only the output of local commands is sent. */
export const systemRows: Rule = {
  id: 'R-M14',
  does: 'sends no system row but the output of local commands',
  apply(resume) {
    const { rows } = resume
    leaveOut(resume, 'bookkeeping', row => rows.role[row] === SYSTEM && subtypeOf(resume, row) !== 'local_command')
  },
}

export function subtypeOf({ rows }: Pick<Held, 'rows'>, row: number): string {
  return rows.names.text(rows.subtype[row]!)
}

function leaveOut(resume: Resume, why: string, holds: (row: number) => boolean): void {
  resume.items = resume.items.filter(item => {
    if (isWritten(item) || !holds(item)) return true
    resume.why.set(item, why)
    return false
  })
}

/** Attachments bubble up over user rows, to just behind the answer or result before. */
export const attachmentsUp: Rule = {
  id: 'N33',
  does: 'moves attachments up to directly after the answer or result before them',
  apply(resume) {
    const { items, rows } = resume
    const reversed: Item[] = []
    let waiting: Item[] = []
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at]!
      if (!isWritten(item) && rows.role[item] === ATTACHMENT) {
        waiting.push(item)
        continue
      }
      if (waiting.length > 0 && stops(resume, item)) {
        for (const one of usersLast(resume, waiting)) reversed.push(one)
        waiting = []
      }
      reversed.push(item)
    }
    resume.items = [...reversed, ...usersLast(resume, waiting)].reverse()
  },
}

/** Attachments from the last to the first: what the user said comes behind what was attached. */
function usersLast(resume: Resume, waiting: readonly Item[]): readonly Item[] {
  const isUsers = (item: Item): boolean => isUsersMessage(resume, item)
  return [...waiting.filter(isUsers), ...waiting.filter(item => !isUsers(item))]
}

function stops(resume: Resume, item: Item): boolean {
  const role = roleOf(resume, item)
  if (role === ASSISTANT) return true
  if (role !== USER) return false
  if (isWritten(item)) return true
  const { facts } = resume
  const first = firstBlock(facts, item)
  return first < endBlock(facts, item) && facts.blocks.kind[first] === TOOL_RESULT
}
