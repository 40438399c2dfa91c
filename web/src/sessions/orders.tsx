// How the list is sorted: by the heads of its columns, or from a list where there is no room for them.

import { go, withWords } from '../address.js'

interface Order {
  readonly label: string
  /** Known with the figures, which come after the list. */
  readonly isOfFigures?: true
}

const ORDERS: Readonly<Record<string, Order>> = {
  newest: { label: 'Newest' },
  oldest: { label: 'Oldest' },
  fullest: { label: 'Fullest context' },
  costliest: { label: 'Highest cost', isOfFigures: true },
  cheapest: { label: 'Lowest cost', isOfFigures: true },
  'most-turns': { label: 'Most turns', isOfFigures: true },
  'fewest-turns': { label: 'Fewest turns', isOfFigures: true },
  largest: { label: 'Largest file' },
  title: { label: 'Title' },
  project: { label: 'Project' },
}

export function isOfFigures(order: string): boolean {
  return ORDERS[order]?.isOfFigures === true
}

function sortBy(order: string): void {
  go(withWords({ sort: order === 'newest' ? '' : order }), { replace: true })
}

export function OrderField({ order }: { readonly order: string }) {
  return (
    <label className="order-field">
      <span className="visually-hidden">Sort by </span>
      <select className="field" value={order} onChange={event => sortBy(event.target.value)}>
        {Object.entries(ORDERS).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The first is taken at the first press, the second at the next one. */
const HEADS = [
  ['Title', ['title'], ''],
  ['Project', ['project'], ''],
  ['Age', ['newest', 'oldest'], ''],
  ['Turns', ['most-turns', 'fewest-turns'], 'column'],
  ['Size', ['largest'], 'column'],
  ['Context', ['fullest'], 'column'],
  ['Cost', ['costliest', 'cheapest'], 'column'],
] as const

const RISING = new Set(['title', 'project', 'oldest', 'cheapest', 'fewest-turns'])

export function OrderHeads({ order }: { readonly order: string }) {
  const head = ([label, orders, kind]: (typeof HEADS)[number]) => {
    const isOn = orders.some(one => one === order)
    const next = isOn && orders.length > 1 && orders[0] === order ? orders[1]! : orders[0]
    return (
      <button
        key={label}
        type="button"
        className={`order-head ${kind}`}
        aria-pressed={isOn}
        title={`Sort by: ${ORDERS[next]!.label.toLowerCase()}`}
        onClick={() => sortBy(next)}
      >
        {label}
        {isOn && <span aria-hidden="true">{RISING.has(order) ? ' ↑' : ' ↓'}</span>}
        {isOn && <span className="visually-hidden">: {ORDERS[order]!.label.toLowerCase()}</span>}
      </button>
    )
  }
  return (
    <fieldset className="order-heads" aria-label="Sort by">
      {HEADS.filter(([, , kind]) => kind === '').map(head)}
      <span className="columns">{HEADS.filter(([, , kind]) => kind !== '').map(head)}</span>
    </fieldset>
  )
}
