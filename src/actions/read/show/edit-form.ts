// A change of a file as a diff: from the patch that the client kept, else from the texts of the call.

import { list, number, object, string, type Value } from './reading.js'
import type { Hunk, ToolForm } from './report.js'

const DIFF_LINES = 24

export function editForm(input: Value, record: Value, all: boolean) {
  const path = string(input['file_path']) ?? string(input['notebook_path']) ?? string(record['filePath']) ?? ''
  const whole = patchOf(record) ?? textsOf(input)
  const lines = whole.flatMap(hunk => hunk.lines)
  const hunks = all ? whole : firstLines(whole, DIFF_LINES)
  const form: ToolForm = {
    form: 'edit',
    path,
    created: record['type'] === 'create',
    hunks,
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
    moreLines: lines.length - hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0),
  }
  const told = ['file_path', 'notebook_path', 'old_string', 'new_string', 'content', 'edits', 'new_source']
  return { form, told }
}

function patchOf(record: Value): readonly Hunk[] | undefined {
  const hunks = list(record['structuredPatch']).map(one => {
    const { oldStart, newStart, lines } = object(one)
    return {
      oldStart: number(oldStart),
      newStart: number(newStart),
      lines: list(lines).filter(line => typeof line === 'string'),
    }
  })
  return hunks.some(hunk => hunk.lines.length > 0) ? hunks : undefined
}

/** Without a patch the lines around the change are not known. */
function textsOf(input: Value): readonly Hunk[] {
  const steps = Array.isArray(input['edits']) ? input['edits'].map(object) : [input]
  return steps.flatMap(step => {
    const removed = linesOf(step['old_string'])
    const added = linesOf(step['new_string'] ?? step['content'] ?? step['new_source'])
    const { same, before, after } = withoutCommonEnds(removed, added)
    const lines = [
      ...same.head.map(line => ` ${line}`),
      ...before.map(line => `-${line}`),
      ...after.map(line => `+${line}`),
      ...same.tail.map(line => ` ${line}`),
    ]
    return lines.length > 0 ? [{ lines }] : []
  })
}

function linesOf(value: unknown): readonly string[] {
  if (typeof value !== 'string' || value === '') return []
  return value.replace(/\n$/, '').split('\n')
}

/** At most three lines of what stays the same at either end. */
function withoutCommonEnds(before: readonly string[], after: readonly string[]) {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return {
    same: { head: before.slice(Math.max(0, head - 3), head), tail: before.slice(before.length - tail).slice(0, 3) },
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  }
}

function firstLines(hunks: readonly Hunk[], limit: number): readonly Hunk[] {
  let room = limit
  return hunks.flatMap(hunk => {
    if (room <= 0) return []
    const lines = hunk.lines.slice(0, room)
    room -= lines.length
    return [{ ...hunk, lines }]
  })
}
