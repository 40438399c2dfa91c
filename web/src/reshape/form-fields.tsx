import { useId } from 'react'
import type { OutlineReport } from '../../../src/actions/read/index.js'
import { api } from '../api.js'
import { count, percent } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { Budget } from './budget.js'
import { type Form, STRIP_KINDS, type StripKind } from './form.js'
import { ZoneTimeline } from './zone-timeline.js'

interface FieldsProps {
  readonly form: Form
  readonly outline: OutlineReport | undefined
  readonly onChange: (form: Form) => void
}

const KIND_WORDS: Readonly<Record<StripKind, string>> = {
  tools: 'Tool calls with their results',
  results: 'Contents of results; the calls stay',
  thinking: 'Thinking',
  images: 'Images and documents',
  snapshots: 'File snapshots',
  bookkeeping: 'Bookkeeping of the client',
}

export function FormFields({ form, sessionKey, outline, onChange }: FieldsProps & { readonly sessionKey: string }) {
  const title = useId()
  return (
    <>
      {form.verb === 'trim' && <Budget form={form} sessionKey={sessionKey} outline={outline} onChange={onChange} />}
      {form.verb === 'strip' && <Presets form={form} onChange={onChange} />}
      {form.verb === 'strip' && form.preset === '' && <Kinds form={form} onChange={onChange} />}
      {((form.verb === 'strip' && form.preset === '') || form.verb === 'compress') && (
        <ZoneTimeline form={form} sessionKey={sessionKey} outline={outline} onChange={onChange} />
      )}
      {form.verb === 'take-out' && <Marked form={form} onChange={onChange} />}
      {form.verb === 'clone' && <Point form={form} outline={outline} onChange={onChange} />}
      {form.verb === 'repair' && (
        <Check
          label="Also do what may have been meant otherwise"
          isOn={form.assume}
          onChange={assume => onChange({ ...form, assume })}
        />
      )}
      {form.verb === 'redact' && (
        <>
          <Check label="Also home directories" isOn={form.paths} onChange={paths => onChange({ ...form, paths })} />
          <Check label="Also user names" isOn={form.names} onChange={names => onChange({ ...form, names })} />
        </>
      )}
      <p className="form-row">
        <label htmlFor={title}>Title of the copy</label>
        <input
          id={title}
          className="field"
          value={form.title}
          placeholder="the same"
          maxLength={300}
          onChange={event => onChange({ ...form, title: event.target.value })}
        />
      </p>
    </>
  )
}

/** Ready-made strips, one's own among them. */
function Presets({ form, onChange }: Omit<FieldsProps, 'outline'>) {
  const known = useAsked('presets', asking => api.presets({ signal: asking.signal }))
  const list = known.value?.presets ?? []
  const chosen = list.find(one => one.name === form.preset)
  return (
    <fieldset className="form-row">
      <legend>Preset</legend>
      <div className="chips">
        {['', ...list.map(one => one.name)].map(name => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === form.preset}
            onClick={() => onChange({ ...form, preset: name })}
          >
            {name === '' ? 'none' : safeLine(name)}
          </button>
        ))}
      </div>
      {chosen && (
        <p className="muted">
          Of the turns with tool calls, the oldest {percent(chosen.remove)} lose these and the next{' '}
          {percent(chosen.truncate)} keep two lines of each result; the newest {chosen.spare} stay whole. Everywhere:{' '}
          {chosen.also.map(kind => KIND_WORDS[kind].toLowerCase()).join(', ')}.
        </p>
      )}
    </fieldset>
  )
}

function Kinds({ form, onChange }: Omit<FieldsProps, 'outline'>) {
  return (
    <fieldset className="form-row">
      <legend>Remove</legend>
      {STRIP_KINDS.map(kind => (
        <Check
          key={kind}
          label={KIND_WORDS[kind]}
          isOn={form.kinds.includes(kind)}
          onChange={isOn =>
            onChange({ ...form, kinds: isOn ? [...form.kinds, kind] : form.kinds.filter(one => one !== kind) })
          }
        />
      ))}
    </fieldset>
  )
}

function Marked({ form, onChange }: Omit<FieldsProps, 'outline'>) {
  const lists = [
    ['calls', form.calls, 'tool call'],
    ['tools', form.tools, 'tool'],
    ['kinds', form.kinds, 'kind'],
    ['turns', form.turns.map(String), 'turn'],
  ] as const
  const all = lists.reduce((sum, [, list]) => sum + list.length, 0)
  if (all === 0) return <p>Mark calls in the transcript, or contributors on the Context page.</p>
  return (
    <div className="form-row">
      {lists.map(([name, list, noun]) =>
        list.length === 0 ? null : (
          <div key={name}>
            <p className="strong">{count(list.length, noun)}</p>
            <p className="chips">
              {list.map(one => (
                <button
                  key={one}
                  type="button"
                  className="chip"
                  title="Keep it after all"
                  onClick={() => onChange({ ...form, [name]: list.filter(other => other !== one) })}
                >
                  {safeLine(one)} <span aria-hidden="true">×</span>
                </button>
              ))}
            </p>
          </div>
        ),
      )}
    </div>
  )
}

function Point({ form, outline, onChange }: FieldsProps) {
  const id = useId()
  const value = pointWord(form)
  const choose = (word: string): void => {
    const [kind, point = ''] = word.split(' ')
    onChange({
      ...form,
      leaf: kind === 'leaf' ? point : '',
      toTurn: kind === 'turn' ? Number(point) : undefined,
      beforeCompaction: kind === 'compaction' ? Number(point) : undefined,
    })
  }
  return (
    <p className="form-row">
      <label htmlFor={id}>Up to</label>
      <select id={id} className="field" value={value} onChange={event => choose(event.target.value)}>
        <option value="">the whole session</option>
        {outline?.branches
          .filter(({ number }) => number !== 1)
          .map(({ number, turns }) => (
            <option key={`leaf ${number}`} value={`leaf ${number}`}>
              branch {number} ({count(turns, 'turn')})
            </option>
          ))}
        {form.leaf !== '' && !outline?.branches.some(({ number }) => String(number) === form.leaf) && (
          <option value={value}>{safeLine(form.leaf)}</option>
        )}
        {outline?.compactions.map(({ number }) => (
          <option key={`compaction ${number}`} value={`compaction ${number}`}>
            just before compaction {number}
          </option>
        ))}
        {outline?.turns.number.slice(-500).map(number => (
          <option key={number} value={`turn ${number}`}>
            the end of turn {number}
          </option>
        ))}
      </select>
    </p>
  )
}

function pointWord({ leaf, toTurn, beforeCompaction }: Form): string {
  if (leaf !== '') return `leaf ${leaf}`
  if (beforeCompaction !== undefined) return `compaction ${beforeCompaction}`
  return toTurn === undefined ? '' : `turn ${toTurn}`
}

function Check({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={event => onChange(event.target.checked)} /> {label}
    </label>
  )
}
