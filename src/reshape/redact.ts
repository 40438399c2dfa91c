// Secrets taken out of a session: each becomes a placeholder, wherever it stands. Ids and signatures are never touched;
// thinking with a secret goes whole, because it is signed as it stands (A3.1), and so does all thinking behind (A0).

import type { Edit } from '../format/changes.js'
import { decodeString, eachElement, eachMember, valueEnd } from '../format/json/walk.js'
import { addNote, addStep, agentDraft, changeOf, type Draft, type Stretch } from './draft.js'
import { entryParts, isWithin } from './entry-parts.js'
import type { DraftVerb } from './reshape.js'
import { settle } from './settle.js'

/** A secret in an entry, and the placeholder for it. */
export interface SecretStretch extends Stretch {
  readonly kind: string
}

export interface SecretsIn {
  /** By row; places in its JSON text, in order. */
  readonly rows: ReadonlyMap<number, readonly SecretStretch[]>
  /** Between the entries; places in the file, in order. */
  readonly gaps: readonly Edit[]
}

export interface SecretsFound {
  readonly main: SecretsIn
  /** By the position of the agent in the source. */
  readonly agents: ReadonlyMap<number, SecretsIn>
  /** In other side files, by their absolute paths. */
  readonly files: ReadonlyMap<string, readonly Edit[]>
}

export function redact(found: SecretsFound, { inPlace }: { readonly inPlace: boolean }): DraftVerb {
  return {
    name: 'redact',
    context: 'words',
    apply(draft) {
      redactIn(draft, found.main)
      for (const [position, secrets] of found.agents) {
        const agent = agentDraft(draft.source, position)
        redactIn(agent, secrets)
        settle(agent)
        draft.agentDrafts.set(position, agent)
        draft.steps.push(...agent.steps.map(step => ({ ...step, rows: [], why: `${step.why} (in a subagent)` })))
      }
      for (const [path, edits] of found.files) draft.fileEdits.set(path, edits)
      addFileNote(draft, found)
      if (found.main.rows.size + found.main.gaps.length + found.agents.size + found.files.size === 0) return
      addNote(
        draft,
        'mind',
        1,
        inPlace
          ? 'the backup of this change holds the secrets until it goes; rethread receipts tells where'
          : 'the original stays as it is, with its secrets; --in-place changes it instead',
      )
    },
  }
}

function redactIn(draft: Draft, { rows: secrets, gaps }: SecretsIn): void {
  const { rows } = draft.source.conversation
  const byKind = new Map<string, number[]>()
  const thinking: number[] = []
  for (const [row, stretches] of secrets) {
    const bytes = draft.source.read(rows.offset[row]!, rows.length[row]!)
    const { words, sealed } = entryParts(bytes, rows.role[row]!)
    for (const { kind, start } of stretches) {
      const list = byKind.get(kind)
      if (list) list.push(row)
      else byKind.set(kind, [row])
      const block = sealed.find(one => start >= one.start && start < one.end)
      if (block) {
        changeOf(draft, row).blocks.set(block.index, 'remove')
        thinking.push(row)
      } else if (isWithin(words, start)) {
        draft.rewritten.add(row)
        draft.touched.add(row)
      }
    }
  }
  for (const [kind, list] of byKind) addStep(draft, `redact ${kind}`, list, 'a placeholder stands there instead')
  addStep(draft, 'remove thinking', thinking, 'it holds a secret, and is signed as it stands (A3.1)')
  if (gaps.length > 0)
    addNote(draft, 'redact damaged lines', gaps.length, 'nobody reads them, but they are in the file')
  draft.gapEdits.push(...gaps)
  draft.rewrites.push(row => secrets.get(row) ?? NONE)
}

const NONE: readonly Stretch[] = []

function addFileNote(draft: Draft, { files }: SecretsFound): void {
  const places = [...files.values()].reduce((sum, edits) => sum + edits.length, 0)
  if (places > 0)
    addNote(draft, 'redact side files', places, `${files.size} of them: outputs, backups of files, tasks, title`)
}

/** The keys that lead to a byte of an entry: for reports, and to tell what must not be touched. */
export function fieldAt(bytes: Uint8Array, place: number): readonly (string | number)[] {
  const path: (string | number)[] = []
  let at = 0
  for (let next = 0; next >= 0; ) {
    next = -1
    const step = (key: () => string | number, start: number, from: number): number => {
      const end = valueEnd(bytes, start)
      if (place >= from && place < end) {
        path.push(key())
        next = place < start ? -1 : start
      }
      return end
    }
    if (bytes[at] === 0x7b)
      eachMember(bytes, at, (keyStart, keyEnd, start) =>
        step(() => decodeString(bytes, keyStart, keyEnd), start, keyStart),
      )
    else if (bytes[at] === 0x5b) eachElement(bytes, at, (start, index) => step(() => index, start, start))
    at = next
  }
  return path
}

const OWN_IDS = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sourceToolAssistantUUID',
  'leafUuid',
  'messageId',
  'sessionId',
  'session_id',
  'requestId',
  'agentId',
  'toolUseID',
  'parentToolUseID',
])
const BLOCK_IDS = new Set(['id', 'tool_use_id', 'signature'])

/** Ids hold entries together, signatures are checked by the API, and images are no text. */
export function isUntouchable(path: readonly (string | number)[]): boolean {
  const [first, second] = path
  const last = path.at(-1)
  if (path.length === 1) return OWN_IDS.has(String(first))
  if (last === 'data' && path.at(-2) === 'source') return true
  if (first !== 'message') return false
  if (path.length === 2) return second === 'id'
  if (second !== 'content' || path.length !== 4) return false
  return BLOCK_IDS.has(String(last))
}
