import { useState } from 'react'
import { count } from '../parts/units.js'

/** A text as it was typed, its beginning first where it is long. */
export function Folded({ text, lines }: { readonly text: string; readonly lines: number }) {
  const [isOpen, setOpen] = useState(false)
  const all = text.split('\n')
  const isLong = all.length > lines + 2 || text.length > 2000
  const shown = isLong && !isOpen ? all.slice(0, lines).join('\n').slice(0, 2000) : text
  return (
    <>
      <p className="as-written">{shown}</p>
      {isLong && (
        <button type="button" className="button quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all (${count(all.length, 'line')})`}
        </button>
      )}
    </>
  )
}
