// Where something is taken out: the session as a line of turns, as wide as they count, and a handle that one drags; the
// part before it is meant. By pointer or by keys.

import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef } from 'react'
import type { OutlineReport } from '../../../src/actions/read/index.js'
import { api } from '../api.js'
import { drawnInTheme } from '../theme.js'
import { useAsked } from '../use-asked.js'
import type { Form } from './form.js'

interface ZoneProps {
  readonly form: Form
  readonly sessionKey: string
  readonly outline: OutlineReport | undefined
  readonly onChange: (form: Form) => void
}

const UNITS = [
  ['turns', 'Turns'],
  ['calls', 'Tool calls'],
  ['tokens', 'Tokens'],
] as const satisfies readonly (readonly [Form['by'], string])[]

const HEIGHT = 44

/** What each turn counts. */
interface Line {
  readonly number: readonly number[]
  readonly weight: readonly number[]
}

export function ZoneTimeline({ form, sessionKey, outline, onChange }: ZoneProps) {
  const name = useId()
  // What is sent of each turn is known by the ledger alone.
  const ledger = useAsked(form.by === 'tokens' ? sessionKey : undefined, asking =>
    api.ledger(sessionKey, {}, { signal: asking.signal }),
  )
  const line = useMemo((): Line | undefined => {
    if (form.by === 'tokens') {
      const turns = ledger.value?.turns
      if (!turns) return undefined
      const kinds = Object.values(turns.byKind)
      return {
        number: turns.number,
        weight: turns.number.map((_, at) => kinds.reduce((sum, column) => sum + column[at]!, 0)),
      }
    }
    const turns = outline?.turns
    return turns && { number: turns.number, weight: form.by === 'calls' ? turns.calls : turns.number.map(() => 1) }
  }, [form.by, outline, ledger.value])
  const most = form.verb === 'strip' ? 100 : 95
  const oldest = Math.min(form.oldest, most)
  const set = (share: number): void => onChange({ ...form, oldest: Math.max(1, Math.min(most, Math.round(share))) })
  const words = wordsOf(line, oldest, form.by)
  return (
    <div className="form-row">
      <p id={name}>
        In the oldest <span className="figure">{oldest} %</span>
      </p>
      <fieldset className="chips" aria-label="Counted in">
        {UNITS.map(([unit, label]) => (
          <button
            key={unit}
            type="button"
            className="chip"
            aria-pressed={form.by === unit}
            onClick={() => onChange({ ...form, by: unit })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Track line={line} share={oldest} most={most} words={words} onShare={set} />
      <p className="muted">{words}</p>
    </div>
  )
}

function Track({
  line,
  share,
  most,
  words,
  onShare,
}: {
  readonly line: Line | undefined
  readonly share: number
  readonly most: number
  readonly words: string
  readonly onShare: (share: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || !line) return
    const draw = (): void => drawTurns(element, line)
    draw()
    const watch = new ResizeObserver(draw)
    watch.observe(element)
    const end = drawnInTheme(draw)
    return () => {
      watch.disconnect()
      end()
    }
  }, [line])
  const dragged = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onShare(((event.clientX - box.left) / box.width) * 100)
  }
  const pressed = (event: KeyboardEvent): void => {
    const to = keyed(event.key, share, most)
    if (to === undefined) return
    event.preventDefault()
    onShare(to)
  }
  return (
    <div
      className="zone"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged(event)
        handle.current?.focus()
        event.preventDefault()
      }}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && dragged(event)}
    >
      <canvas ref={canvas} />
      <span className="zone-part" style={{ width: `${share}%` }} />
      <div
        ref={handle}
        className="zone-handle"
        role="slider"
        tabIndex={0}
        aria-label="How much of the session, from its beginning"
        aria-valuemin={1}
        aria-valuemax={most}
        aria-valuenow={share}
        aria-valuetext={words}
        style={{ left: `${share}%` }}
        onKeyDown={pressed}
      />
    </div>
  )
}

function keyed(key: string, share: number, most: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return share + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return share - 1
    case 'PageUp':
      return share + 10
    case 'PageDown':
      return share - 10
    case 'Home':
      return 1
    case 'End':
      return most
    default:
      return undefined
  }
}

function wordsOf(line: Line | undefined, share: number, by: Form['by']): string {
  const unit = { turns: 'turns', calls: 'tool calls', tokens: 'tokens' }[by]
  const last = line && turnAt(line, share / 100)
  return `${share} % of the ${unit}${last === undefined ? '' : `, until about turn ${last}`}`
}

/** The turn that this part ends in. */
function turnAt({ number, weight }: Line, share: number): number | undefined {
  const wanted = share * weight.reduce((sum, one) => sum + one, 0)
  let sum = 0
  for (let at = 0; at < number.length; at++) {
    sum += weight[at]!
    if (sum >= wanted && sum > 0) return number[at]
  }
  return undefined
}

/** Each turn as wide as it counts, so that the handle stands where the part ends. */
function drawTurns(element: HTMLCanvasElement, { weight }: Line): void {
  const ratio = window.devicePixelRatio
  const width = element.clientWidth
  element.width = width * ratio
  element.height = HEIGHT * ratio
  const brush = element.getContext('2d')
  const total = weight.reduce((sum, one) => sum + one, 0)
  if (!brush || width === 0 || total === 0) return
  brush.scale(ratio, ratio)
  const colours = getComputedStyle(document.documentElement)
  const fills = [colours.getPropertyValue('--edge'), colours.getPropertyValue('--line')]
  let x = 0
  for (const [at, one] of weight.entries()) {
    const wide = (one / total) * width
    brush.fillStyle = fills[at % 2]!
    brush.fillRect(x, 6, wide, HEIGHT - 12)
    x += wide
  }
}
