// From a draft to the plan: the edits that it comes to, and the session folder as it will be.

import { NONE, OTHER, PROGRESS } from '../../conversation/rows.js'
import type { SideFileChange } from '../../format/changes.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { fileEdits } from '../edits/file-edits.js'
import { type RowEdits, rowEdits } from '../edits/row-edits.js'
import { type Identity, ownIdOf } from '../ids/identity.js'
import { type IdsElsewhere, idsInAgents } from '../ids/ids-in-agents.js'
import { SAME_IDS } from '../ids/new-ids.js'
import { copiedSideFiles, placeOfSideFile, removedSideFiles } from '../side-files/side-files.js'
import { keptNames } from '../tree/kept-names.js'
import { addNote, agentDraft, type Draft, stepsOf } from './draft.js'
import type { Named, Plan, Promises } from './plan.js'

type Said = { readonly verbs: readonly string[] } & Pick<Promises, 'context' | 'added' | 'leaf' | 'until'>

export function planOf(draft: Draft, identity: Identity | undefined, said: Said): Plan {
  return planAndEdits(draft, identity, said).plan
}

/** The plan, and how the edits of one row are found. */
export function planAndEdits(
  draft: Draft,
  identity: Identity | undefined,
  { verbs, ...promises }: Said,
): { readonly plan: Plan; readonly editsOf: RowEdits } {
  const { source } = draft
  const ids = identity?.ids ?? SAME_IDS
  const sessionId = identity?.sessionId ?? ownIdOf(source)
  const names = keptNames(draft)
  const editsOf = rowEdits({
    draft,
    names,
    ids,
    otherIds: identity ? idsInAgents(identity.agentIds, source.agents) : () => undefined,
    sessionId: identity && new TextEncoder().encode(sessionId),
    own: identity?.own,
    origin: identity?.origin && (row => (isChained(row) ? identity.origin!(row) : undefined)),
    agentIds: identity?.agentNames ?? new Map(),
  })
  const appended = [
    ...draft.appended.map(entry => entry.json(row => idOf(row), sessionId)),
    ...titleEntries(identity?.title, sessionId),
  ]
  const inserted = new Map(
    draft.inserted.flatMap(({ at, json }) =>
      at ? [[at.place, json(at.above === NONE ? null : idOf(at.above), sessionId)] as const] : [],
    ),
  )
  const sides = sideFiles(draft, identity)
  tellSideFiles(draft, sides?.changes ?? [])
  const plan: Plan = {
    verbs,
    sessionId,
    changes: { edits: fileEdits({ draft, editsOf, appended, inserted }), sideFiles: sides?.changes ?? [] },
    steps: stepsOf(draft),
    promises: {
      ...promises,
      thinking: true,
      gone: draft.gone,
      rewritten: new Set([...(identity?.rewritten ?? []), ...draft.rewritten]),
    },
    named: namedBy(draft, identity),
    sourceRows: rowsOut(draft, inserted, appended.length),
    folder: sides?.folder,
  }
  return { plan, editsOf }

  function isChained(row: number): boolean {
    const { role } = source.conversation.rows
    return role[row] !== OTHER && role[row] !== PROGRESS
  }

  function idOf(row: number): string {
    const { rows } = source.conversation
    // What is appended stands behind everything.
    const uuid = names.above(rows.uuid[row]!, rows.count)
    const id = ids.of(uuid)
    return id ? new TextDecoder().decode(id) : rows.names.text(uuid)
  }
}

function namedBy(draft: Draft, identity: Identity | undefined): Named {
  const { source, replaces, agentDrafts } = draft
  return {
    idBefore: identity && ownIdOf(source),
    newIds: identity !== undefined && identity.ids !== SAME_IDS,
    changed: draft.changes,
    rehung: new Map([...draft.parents].map(([row, name]) => [row, source.conversation.rows.names.text(name)])),
    figures: new Set(draft.figures.keys()),
    moved: draft.placed,
    ...(replaces.length > 0 ? { replaces: (before, after) => replaces.some(fits => fits(before, after)) } : {}),
    gaps: draft.gapEdits.length > 0,
    leftOut: draft.droppedFiles,
    agents: new Set([...agentDrafts.keys()].map(position => source.folder!.agents[position]!.path)),
  }
}

/** The row that the conversation ends at, or the nearest above it that stays. */
export function leafOf(draft: Draft): number | undefined {
  const { leaf, rows, branches } = draft.source.conversation
  if (draft.hungLast !== undefined) return draft.hungLast
  let row = leaf.kind === 'none' ? NONE : leaf.row
  while (row !== NONE && draft.removed[row]) row = branches.up[row]!
  return row === NONE || rows.uuid[row] === 0 ? undefined : row
}

function titleEntries(title: string | undefined, sessionId: string): readonly string[] {
  if (title === undefined) return []
  return [
    JSON.stringify({ type: 'custom-title', customTitle: title, sessionId }),
    JSON.stringify({ type: 'agent-name', agentName: title, sessionId }),
  ]
}

interface Sides {
  readonly changes: readonly SideFileChange[]
  readonly folder: SessionFolder
}

function sideFiles(draft: Draft, identity: Identity | undefined): Sides | undefined {
  const { source } = draft
  if (!source.folder) return undefined
  if (!identity) {
    const { changes, folder } = removedSideFiles(source.folder, draft.droppedFiles)
    return { changes: [...changes, ...editedSideFiles(draft, source.folder)], folder }
  }
  const { sessionId, title } = identity
  // One for all of them: there may be thousands.
  const inAgents = idsInAgents(identity.agentIds, source.agents)
  const { names } = source.conversation.rows
  const others: IdsElsewhere = uuid => identity.ids.of(names.find(uuid)) ?? inAgents(uuid)
  return copiedSideFiles({
    folder: source.folder,
    sessionId,
    texts: source.texts,
    dropped: draft.droppedFiles,
    edits: draft.fileEdits,
    // Made when they are asked for, and not held.
    agentEdits: position => ({
      [Symbol.iterator]: () => agentEdits(draft, identity, position, others)[Symbol.iterator](),
    }),
    agentIdFor: agentId => identity.agentNames.get(agentId) ?? agentId,
    title,
  })
}

/** Of a session that is changed in place: each stays where it is. */
function editedSideFiles({ source, agentDrafts, fileEdits: files, sharedEdits }: Draft, folder: SessionFolder) {
  const agents = [...agentDrafts].map(([position, draft]) => {
    const editsOf = rowEdits({
      draft,
      names: keptNames(draft),
      ids: SAME_IDS,
      otherIds: () => undefined,
      sessionId: undefined,
      own: undefined,
      origin: undefined,
      agentIds: new Map(),
    })
    const edits = fileEdits({ draft, editsOf, appended: [], inserted: new Map() })
    return [source.folder!.agents[position]!.path, edits] as const
  })
  const own = [...agents, ...files].map(([from, edits]): SideFileChange => {
    return { kind: 'copy', from, to: placeOfSideFile(folder, from), edits }
  })
  return [...own, ...[...sharedEdits].map(([path, edits]): SideFileChange => ({ kind: 'shared', path, edits }))]
}

/** An agent's transcript is copied whole, with the ids of the new session. */
function agentEdits({ source, agentDrafts }: Draft, identity: Identity, position: number, others: IdsElsewhere) {
  const draft = agentDrafts.get(position) ?? agentDraft(source, position)
  const ids = identity.agentIds[position]!
  const editsOf = rowEdits({
    draft,
    names: keptNames(draft),
    ids,
    otherIds: others,
    sessionId: new TextEncoder().encode(identity.sessionId),
    own: identity.agentOwn[position],
    origin: undefined,
    agentIds: identity.agentNames,
  })
  return fileEdits({ draft, editsOf, appended: [], inserted: new Map() })
}

function tellSideFiles(draft: Draft, changes: readonly SideFileChange[]): void {
  const isCopied = (change: SideFileChange): boolean => change.kind === 'copy' && !draft.fileEdits.has(change.from)
  const copied = changes.filter(isCopied).length - draft.agentDrafts.size
  const gone = changes.filter(change => change.kind === 'remove').length
  if (copied > 0)
    addNote(draft, 'copy side files', copied, 'so that subagents can continue, outputs can be read and files rewound')
  if (gone > 0) addNote(draft, 'remove side files', gone, 'no entry refers to them anymore')
}

/** For each row of the result, in its order, the row of the source. */
function rowsOut(
  { source, removed, placed }: Draft,
  inserted: ReadonlyMap<number, readonly string[]>,
  appended: number,
): Int32Array {
  const { count } = source.conversation.rows
  const more = [...inserted.values()].reduce((sum, entries) => sum + entries.length, appended)
  const found = new Int32Array(count + more)
  let out = 0
  for (let row = 0; row < count; row++) {
    for (let added = inserted.get(row)?.length ?? 0; added > 0; added--) found[out++] = NONE
    const one = placed.get(row) ?? row
    if (!removed[one]) found[out++] = one
  }
  found.fill(NONE, out, out + appended)
  return found.subarray(0, out + appended)
}
