// Files that were touched, each with its last state.

import { editedFile, readFile } from '../tool-target.js'
import { objectOf, type ToolEvent, wordsIn } from '../turn-events.js'
import { lineCount, times } from '../words.js'

export interface TouchedFile {
  readonly path: string
  reads: number
  edits: number
  /** Edits that did not go through. */
  failed: number
  firstTurn: number
  lastTurn: number
  /** In a few words. */
  state: string
}

export interface FileLedger {
  add(turn: number, call: ToolEvent): void
  /** Changed ones, in the order of their last change; then those that were only read. */
  edited(): readonly TouchedFile[]
  read(): readonly TouchedFile[]
}

/** Outputs of tools and tasks that the client keeps in files of their own. */
const OUTPUTS = /[\\/](tool-results[\\/][^\\/]+|tasks[\\/]\w+\.output)$/

export function fileLedger(): FileLedger {
  const files = new Map<string, TouchedFile>()

  function fileOf(path: string, turn: number): TouchedFile {
    let file = files.get(path)
    if (!file) {
      file = { path, reads: 0, edits: 0, failed: 0, firstTurn: turn, lastTurn: turn, state: '' }
      files.set(path, file)
    }
    return file
  }

  return {
    add(turn, call) {
      const read = readFile(call)
      if (read !== undefined && call.result?.isError !== true) fileOf(read, turn).reads++
      const path = editedFile(call)
      if (path !== undefined) {
        const file = fileOf(path, turn)
        // The last change stands last.
        files.delete(path)
        files.set(path, file)
        if (call.result?.isError) file.failed++
        else {
          file.edits++
          file.lastTurn = turn
          file.state = stateAfter(call, turn)
        }
      } else if (call.name === 'Bash' && call.result?.isError === false) noteRemovals(turn, call)
    },
    edited: () => [...files.values()].filter(file => file.edits + file.failed > 0),
    read: () => [...files.values()].filter(file => file.edits + file.failed === 0 && !OUTPUTS.test(file.path)),
  }

  /** A shell command that takes a known file away is its last state. */
  function noteRemovals(turn: number, { input }: ToolEvent): void {
    const command = typeof input['command'] === 'string' ? input['command'] : ''
    const found = /(?:^|[;&|]\s*)(git\s+)?(rm|mv)\s+([^;&|\n]+)/.exec(command.slice(0, 2000))
    if (!found) return
    const words = found[3]!.split(/\s+/).filter(word => word !== '' && !word.startsWith('-'))
    const gone = found[2] === 'mv' ? words.slice(0, -1) : words
    for (const word of gone) {
      for (const file of files.values()) {
        if (file.edits === 0 || !isSame(file.path, word)) continue
        file.state = found[2] === 'rm' ? `deleted in turn ${turn}` : `moved to ${words.at(-1)} in turn ${turn}`
        file.lastTurn = turn
      }
    }
  }
}

function isSame(path: string, word: string): boolean {
  const name = word.replace(/^['"]|['"]$/g, '').replace(/^\.\//, '')
  return name.length > 2 && (path === name || path.endsWith(`/${name}`))
}

function stateAfter({ name, input, result }: ToolEvent, turn: number): string {
  const text = (key: string): string => (typeof input[key] === 'string' ? (input[key] as string) : '')
  const unknown = result === undefined ? ', outcome unknown' : ''
  if (name === 'Write' || input['command'] === 'create') {
    const lines = lineCount(text('content') || text('file_text'))
    return `written in turn ${turn}, ${lines} line${lines === 1 ? '' : 's'}${unknown}`
  }
  const pairs = Array.isArray(input['edits']) ? (input['edits'] as readonly unknown[]) : [input]
  let [more, less] = [0, 0]
  for (const pair of pairs) {
    const { old_string: before, new_string: after, new_str, old_str } = objectOf(pair)
    less += lineCount(wordsIn(before ?? old_str))
    more += lineCount(wordsIn(after ?? new_str))
  }
  return `last edit in turn ${turn} (+${more} -${less} lines)${unknown}`
}

/** As it is said in the summary. */
export function fileWords({ edits, failed, state, lastTurn }: TouchedFile): string {
  if (edits === 0) return `not changed: ${times(failed)} an edit failed, last in turn ${lastTurn}`
  const count = edits > 1 ? `changed ${times(edits)}, ` : ''
  return `${count}${state}${failed > 0 ? `; ${failed} edit${failed === 1 ? '' : 's'} failed` : ''}`
}
