// Secrets taken out of a session: each becomes a placeholder, wherever it stands. Ids and signatures are never touched;
// thinking with a secret goes whole, because it is signed as it stands (A3.1), and so does all thinking behind (A0).

import type { Edit } from '../../format/changes.js'
import { addNote, addStep, agentDraft, changeOf, type Draft, type Stretch } from '../plan/draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import { settle } from '../plan/settle.js'
import { entryParts, isWithin } from './entry-parts.js'

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
  /** In files that other sessions share, by their absolute paths: the prompt history, and what was pasted. */
  readonly shared: ReadonlyMap<string, readonly Edit[]>
}

export interface RedactOptions {
  readonly inPlace: boolean
  /** How many of the secrets are so short that they were not looked for elsewhere. */
  readonly short: number
}

export function redact(found: SecretsFound, { inPlace, short }: RedactOptions): DraftVerb {
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
      addSharedNote(draft, found, inPlace)
      if (short > 0)
        addNote(
          draft,
          'note',
          short,
          'secrets of up to 3 characters are only removed where their context identifies them',
        )
      if (found.main.rows.size + found.main.gaps.length + found.agents.size + found.files.size === 0) return
      addNote(
        draft,
        'note',
        1,
        inPlace
          ? 'the backup of this change still contains the secrets; to find it, run rethread receipts'
          : 'the original is unchanged and still contains the secrets; to change it, use --in-place',
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
    let next = 0
    for (const { kind, start } of stretches) {
      const list = byKind.get(kind)
      if (list) list.push(row)
      else byKind.set(kind, [row])
      while (next < sealed.length && sealed[next]!.end <= start) next++
      const block = sealed[next]
      if (block && start >= block.start) {
        changeOf(draft, row).blocks.set(block.index, 'remove')
        thinking.push(row)
      } else if (isWithin(words, start)) {
        draft.rewritten.add(row)
        draft.touched.add(row)
      }
    }
  }
  for (const [kind, list] of byKind) addStep(draft, `redact ${kind}`, list, 'replaced with a placeholder')
  addStep(draft, 'remove thinking', thinking, 'it contains a secret, and cannot be edited because it is signed (A3.1)')
  if (gaps.length > 0)
    addNote(draft, 'redact damaged lines', gaps.length, 'no program reads them, but they are in the file')
  for (const gap of gaps) draft.gapEdits.push(gap)
  draft.rewrites.push(row => secrets.get(row) ?? NONE)
  draft.replaces.push((_, after) => isMark(after))
}

/** A placeholder as it is, in base64, or with two bytes a character. */
function isMark(text: string): boolean {
  return text.startsWith('W1JFREFDVEVE') || text.replaceAll('\0', '').includes('[REDACTED:')
}

const NONE: readonly Stretch[] = []

function addFileNote(draft: Draft, { files }: SecretsFound): void {
  const places = [...files.values()].reduce((sum, edits) => sum + edits.length, 0)
  if (places > 0)
    addNote(draft, 'redact side files', places, `${files.size} files: outputs, file backups, tasks, title`)
}

function addSharedNote(draft: Draft, { shared }: SecretsFound, inPlace: boolean): void {
  const places = [...shared.values()].reduce((sum, edits) => sum + edits.length, 0)
  if (places === 0) return
  if (!inPlace) {
    const why =
      'the prompt history (history.jsonl) still contains secrets of this session or its directory; to remove them there too, use --in-place'
    addNote(draft, 'note', places, why)
    return
  }
  for (const [path, edits] of shared) draft.sharedEdits.set(path, edits)
  addNote(draft, 'redact the prompt history', places, 'it contains prompts of this session and its directory')
}
