// Calls and results in a form that the API does not take: ids, inputs, results of server tools without their call, two
// calls with one id (A2.5, A2.7, A2.8, A2.13).

import { SERVER_RESULT, TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { decodeText, rangeOf } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'
import { contentPlaces } from '../edits/content-places.js'
import { type PlacesIn, placesIn } from '../edits/places-in.js'
import { changeOf } from '../plan/draft.js'
import { blocksOf, type PlacedBlock } from './blocks-of.js'
import { entryBytes, setField, setJson } from './entry-edits.js'
import type { RepairRule, RepairStep } from './repair-step.js'
import { rowsFound } from './rows-found.js'

const ID = /^[a-zA-Z0-9_-]+$/

/** A2.7: the same new id in the call and in its result. */
export const mendToolIds: RepairRule = repairStep => {
  const { damaged, step } = repairStep
  if (!damaged.findings.some(({ code }) => code === 'tool-id-invalid')) return
  const { source, choices } = damaged
  const { rows } = source.conversation
  const at = placesIn(source)
  const given = new Map<Name, string>()
  const taken = new Map<string, number>()
  const changed: number[] = []
  let nameless = ''
  for (const block of blocksOf(source, TOOL_USE, TOOL_RESULT)) {
    const text = block.id === 0 ? '' : rows.names.text(block.id)
    if (ID.test(text)) continue
    // A call without id, and the next result without one, belong together.
    if (block.id === 0 && block.kind === TOOL_USE)
      nameless = `toolu_${plainId(choices.newId(`call ${rows.line[block.row]}`))}`
    const id = block.id === 0 ? nameless || undefined : given.get(block.id)
    const made =
      id ?? unique(taken, text.replace(/[^a-zA-Z0-9_-]/g, '_') || `toolu_${plainId(choices.newId('result'))}`)
    if (block.id !== 0) given.set(block.id, made)
    if (block.id === 0 && block.kind === TOOL_RESULT) nameless = ''
    setId(repairStep, block, at(block.row), made)
    changed.push(rows.offset[block.row]!)
  }
  step('rewrite invalid tool ids', changed, 'the API accepts letters, digits, _ and - only (A2.7)')
}

/** `taken` knows for each text the last number that was put behind it. */
function unique(taken: Map<string, number>, wanted: string): string {
  let id = wanted
  let number = taken.get(wanted) ?? 1
  while (taken.has(id)) id = `${wanted}_${++number}`
  taken.set(wanted, number)
  if (id !== wanted) taken.set(id, 1)
  return id
}

function plainId(uuid: string): string {
  return uuid.replaceAll('-', '')
}

function setId(
  { damaged: { source }, draft, edits }: RepairStep,
  { row, index, kind }: PlacedBlock,
  { bytes, places }: PlacesIn,
  id: string,
): void {
  const { rows } = source.conversation
  const place = places[index]!
  const key = kind === TOOL_USE ? 'id' : 'tool_use_id'
  const block = bytes.subarray(place.start, place.end)
  edits.push(setField(block, rows.offset[row]! + place.start, key, id))
  draft.touched.add(row)
}

/** A2.5, R-T9: the later call, and the result behind it, get an id of their own. */
export const mendRepeatedIds: RepairRule = repairStep => {
  const { damaged, step } = repairStep
  const found = new Set(rowsFound(damaged, 'tool-id-duplicate'))
  if (found.size === 0) return
  const { source } = damaged
  const { rows } = source.conversation
  const at = placesIn(source)
  const uses = new Map<Name, number>()
  const now = new Map<Name, string>()
  const changed: number[] = []
  const taken = new Set<string>()
  for (const block of blocksOf(source, TOOL_USE, TOOL_RESULT)) {
    if (block.id === 0) continue
    if (block.kind === TOOL_USE && found.has(block.row) && uses.has(block.id)) {
      const count = uses.get(block.id)! + 1
      uses.set(block.id, count)
      let id = `${rows.names.text(block.id)}_${count}`
      while (rows.names.find(id) !== 0 || taken.has(id)) id = `${id}_`
      taken.add(id)
      now.set(block.id, id)
    } else if (block.kind === TOOL_USE && !uses.has(block.id)) uses.set(block.id, 1)
    const id = now.get(block.id)
    if (id === undefined) continue
    setId(repairStep, block, at(block.row), id)
    changed.push(rows.offset[block.row]!)
  }
  step(
    'give calls their own id',
    changed,
    'another call has the same id, so neither they nor their results are sent (R-T9, A2.5)',
  )
}

/** A2.8: a text that holds an object is that object; everything else is kept inside of one. */
export const mendToolInputs: RepairRule = ({ damaged, draft, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const found = rowsFound(damaged, 'tool-input-invalid')
  const changed: number[] = []
  for (const row of found) {
    const bytes = entryBytes(source, row)
    for (const place of contentPlaces(bytes)) {
      if (bytes[place.start] !== 0x7b || textAt(bytes, place.start, 'type') !== 'tool_use') continue
      const input = rangeOf(bytes, place.start, ['input'])
      if (input && bytes[input.start] === 0x7b) continue
      const value = input && decodeText(bytes, input.start, input.end)
      const block = bytes.subarray(place.start, place.end)
      edits.push(setJson(block, rows.offset[row]! + place.start, 'input', asObject(value)))
      draft.touched.add(row)
      changed.push(rows.offset[row]!)
    }
  }
  step('turn tool inputs into objects', changed, 'the API accepts only objects (A2.8)')
}

/** JSON text to JSON text: what is in it stays as it was written, however deep. */
function asObject(json = 'null'): string {
  const value: unknown = json[0] === '"' ? JSON.parse(json) : undefined
  if (typeof value === 'string') {
    try {
      const inner: unknown = JSON.parse(value)
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) return value.trim()
    } catch {
      // It is a text, and stays one.
    }
  }
  return json === 'null' ? '{}' : `{"input":${json}}`
}

/** A2.13 */
export const mendServerResults: RepairRule = ({ damaged, draft, step }) => {
  const { source, findings } = damaged
  const { rows } = source.conversation
  const told = new Set<string>()
  for (const { code, line, message } of findings)
    if (code === 'server-tool-orphan' && line !== undefined) told.add(`${line} ${message}`)
  if (told.size === 0) return
  const gone: number[] = []
  for (const block of blocksOf(source, SERVER_RESULT)) {
    const id = block.id === 0 ? 'without id' : rows.names.text(block.id)
    if (!told.has(`${rows.line[block.row]} server tool result ${id} has no call before it`)) continue
    changeOf(draft, block.row).blocks.set(block.index, 'remove')
    gone.push(rows.offset[block.row]!)
  }
  step(
    'remove server tool results',
    gone,
    'their call is not before them in the same message, and the API rejects that (A2.13)',
  )
}
