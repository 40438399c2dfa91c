// The whole session beside the scrollbar: turns by what they took, compactions, failures, and where one is. It is drawn once;
// scrolling only moves the frame that shows what is seen.

import { useEffect, useRef } from 'react'
import type { OutlineReport } from '../../../src/actions/read/index.js'
import { drawnInTheme } from '../theme.js'

interface MinimapProps {
  readonly outline: OutlineReport
  /** Places on the path, from 0. */
  readonly from: number
  readonly to: number
  readonly hits: ReadonlySet<number>
  readonly onGo: (at: number) => void
}

const WIDTH = 14

export function Minimap({ outline, from, to, hits, onGo }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const total = outline.turns.number.length
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = (): void => drawMap(element, outline, hits)
    draw()
    const watch = new ResizeObserver(draw)
    watch.observe(element)
    const end = drawnInTheme(draw)
    return () => {
      watch.disconnect()
      end()
    }
  }, [outline, hits])
  return (
    <div className="minimap">
      <canvas
        ref={canvas}
        role="img"
        aria-label="Map of the session"
        onClick={event => {
          const box = event.currentTarget.getBoundingClientRect()
          onGo(Math.min(total - 1, Math.floor(((event.clientY - box.top) / box.height) * total)))
        }}
      />
      {/* Where all of it is on the page, there is nothing to say. */}
      <span
        className="map-frame"
        hidden={to - from + 1 >= total}
        style={{ top: `${(from / total) * 100}%`, height: `max(4px, ${((to - from + 1) / total) * 100}%)` }}
      />
    </div>
  )
}

function drawMap(element: HTMLCanvasElement, outline: OutlineReport, hits: ReadonlySet<number>): void {
  const { turns, compactions, forks } = outline
  const total = turns.number.length
  const height = element.clientHeight
  const ratio = window.devicePixelRatio
  element.width = WIDTH * ratio
  element.height = height * ratio
  const brush = element.getContext('2d')
  if (!brush || total === 0) return
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string): string => colours.getPropertyValue(name)
  brush.scale(ratio, ratio)
  const step = height / total
  const most = turns.tokens.reduce((largest, one) => Math.max(largest, one), 1)
  const bar = Math.max(1, Math.min(3, step - 1))
  const [plain, failed] = [colour('--edge'), colour('--tool-out')]
  for (let at = 0; at < total; at++) {
    brush.fillStyle = turns.failed[at]! > 0 ? failed : plain
    brush.fillRect(2, at * step, 2 + (WIDTH - 4) * Math.sqrt(turns.tokens[at]! / most), bar)
  }
  const places = new Map(turns.number.map((number, at) => [number, at]))
  const linesAt = (numbers: Iterable<number | null>, name: string): void => {
    brush.fillStyle = colour(name)
    for (const number of numbers) {
      const at = number === null ? undefined : places.get(number)
      if (at !== undefined) brush.fillRect(0, at * step, WIDTH, 2)
    }
  }
  linesAt(
    forks.map(one => one.turn),
    '--lane-2',
  )
  linesAt(
    compactions.map(one => one.turn),
    '--compaction',
  )
  linesAt(hits, '--tool-in')
}
