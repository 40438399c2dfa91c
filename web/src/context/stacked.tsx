// What the window holds over the turns that it comes from, stacked by kind, with the window as a line above it.

import { useEffect, useRef } from 'react'
import type { LedgerReport } from '../../../src/actions/context/index.js'
import { go, sessionAddress } from '../address.js'
import { tokens } from '../parts/units.js'
import { drawnInTheme } from '../theme.js'

const HEIGHT = 110
const COLOURS: Readonly<Record<string, string>> = {
  'system prompt and tools': '--edge',
  prompts: '--accent',
  answers: '--answer',
  thinking: '--thinking',
  'tool calls': '--tool-in',
  'tool results': '--tool-out',
  'images and documents': '--lane-4',
  summaries: '--compaction',
  'notes of the client': '--line',
}

export function Stacked({ report, sessionKey }: { readonly report: LedgerReport; readonly sessionKey: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { number, byKind } = report.turns
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = (): void => drawStack(element, number, byKind, report.window)
    draw()
    const watch = new ResizeObserver(draw)
    watch.observe(element)
    const end = drawnInTheme(draw)
    return () => {
      watch.disconnect()
      end()
    }
  }, [number, byKind, report.window])
  if (number.length < 2) return null
  return (
    <figure className="stacked">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Tokens sent, stacked over turns ${number[0]} to ${number.at(-1)}`}
        onClick={event => {
          const box = event.currentTarget.getBoundingClientRect()
          const at = Math.floor(((event.clientX - box.left) / box.width) * number.length)
          go(sessionAddress(sessionKey, '', {}, `t${number[Math.min(number.length - 1, at)]}`))
        }}
      />
      <figcaption className="legend">
        {report.kinds.map(({ kind }) => (
          <span key={kind}>
            <span className="kind-mark" data-kind={kind} /> {kind}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function drawStack(
  element: HTMLCanvasElement,
  number: readonly number[],
  byKind: LedgerReport['turns']['byKind'],
  window_: number,
): void {
  const ratio = window.devicePixelRatio
  const width = element.clientWidth
  element.width = width * ratio
  element.height = HEIGHT * ratio
  const brush = element.getContext('2d')
  if (!brush || width === 0) return
  brush.scale(ratio, ratio)
  const styles = getComputedStyle(document.documentElement)
  const kinds = Object.keys(COLOURS).filter(kind => byKind[kind])
  const sums = new Map(kinds.map(kind => [kind, runningSums(byKind[kind]!)]))
  const total = kinds.reduce((sum, kind) => sum + sums.get(kind)!.at(-1)!, 0)
  const scale = (HEIGHT - 6) / Math.max(window_, total)
  const step = width / number.length
  for (let at = 0; at < number.length; at++) {
    let y = HEIGHT
    for (const kind of kinds) {
      const high = sums.get(kind)![at]! * scale
      brush.fillStyle = styles.getPropertyValue(COLOURS[kind]!)
      brush.fillRect(at * step, y - high, Math.max(1, step - (step > 4 ? 1 : 0)), high)
      y -= high
    }
  }
  brush.strokeStyle = styles.getPropertyValue('--bad')
  brush.setLineDash([5, 4])
  brush.beginPath()
  const top = HEIGHT - window_ * scale
  brush.moveTo(0, top + 0.5)
  brush.lineTo(width, top + 0.5)
  brush.stroke()
  brush.fillStyle = styles.getPropertyValue('--ink-3')
  brush.font = `12px ${styles.getPropertyValue('--sans')}`
  brush.textBaseline = 'top'
  brush.fillText(`window ${tokens(window_)}`, 4, top + 4)
}

/** What the window held after each turn. */
function runningSums(column: readonly number[]): readonly number[] {
  let sum = 0
  return column.map(one => (sum += one))
}
