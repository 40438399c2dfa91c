// What a program printed, with the colours that it had on its terminal: as classes, never as styles of its own.

import { memo, type ReactNode } from 'react'
import { safe } from './safe-text.js'

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

interface Look {
  readonly colour: string
  readonly bold: boolean
  readonly dim: boolean
}

const PLAIN: Look = { colour: '', bold: false, dim: false }

export const Ansi = memo(function Ansi({ text }: { readonly text: string }) {
  if (!text.includes('\u001b[')) return <>{safe(text)}</>
  const parts: ReactNode[] = []
  let look = PLAIN
  let from = 0
  for (const found of text.matchAll(/\u001b\[([\d;:]*)m/g)) {
    push(text.slice(from, found.index))
    look = after(look, found[1]!)
    from = found.index + found[0].length
  }
  push(text.slice(from))
  return <>{parts}</>

  function push(piece: string): void {
    if (piece === '') return
    const name = [look.colour, look.bold ? 'ansi-bold' : '', look.dim ? 'ansi-dim' : ''].filter(Boolean).join(' ')
    parts.push(
      name === '' ? (
        safe(piece)
      ) : (
        <span key={parts.length} className={name}>
          {safe(piece)}
        </span>
      ),
    )
  }
})

function after(look: Look, codes: string): Look {
  let next = look
  const numbers = codes === '' ? [0] : codes.split(/[;:]/).map(Number)
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at]!
    if (code === 0) next = PLAIN
    else if (code === 1) next = { ...next, bold: true }
    else if (code === 2) next = { ...next, dim: true }
    else if (code === 22) next = { ...next, bold: false, dim: false }
    else if (code === 39) next = { ...next, colour: '' }
    else if (code >= 30 && code <= 37) next = { ...next, colour: `ansi-${NAMES[code - 30]}` }
    else if (code >= 90 && code <= 97) next = { ...next, colour: `ansi-${NAMES[code - 90]}` }
    else if (code === 38 || code === 48) at += numbers[at + 1] === 5 ? 2 : 4 // colours beyond these are left out
  }
  return next
}
