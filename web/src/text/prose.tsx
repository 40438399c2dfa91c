// Prose as it was meant: Markdown, laid out when its code has come; until then, and where it is very long, as written.

import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { colourBlocks } from './colour.js'
import { safe } from './safe-text.js'

const LONGEST = 100_000
let layOut: ((text: string) => string) | undefined
const laidOut = new Map<string, string>()
const MOST_KEPT = 300

export const Prose = memo(function Prose({ text }: { readonly text: string }) {
  const [html, setHtml] = useState(() => htmlOf(text))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text.length > LONGEST) return
    if (layOut) {
      setHtml(htmlOf(text))
      return
    }
    let isHere = true
    void import('./markdown.js').then(({ markdownHtml }) => {
      layOut = markdownHtml
      if (isHere) setHtml(htmlOf(text))
    })
    return () => {
      isHere = false
    }
  }, [text])
  useLayoutEffect(() => {
    if (html === undefined || !box.current) return
    // Purified: see markdown.ts.
    box.current.innerHTML = html
    // What can be scrolled can be reached by keys.
    for (const one of box.current.querySelectorAll<HTMLElement>('pre, table')) one.tabIndex = 0
    return colourBlocks(box.current)
  }, [html])
  if (html === undefined) return <div className="prose as-written">{safe(text)}</div>
  return <div key="laid out" className="prose" ref={box} />
})

/** Before it comes into view, while nobody waits for the page: what is laid out then is not while one scrolls. */
export function layOutSoon(texts: readonly string[]): void {
  for (const text of texts) if (!laidOut.has(text)) soon.add(text)
  if (!isWaiting && soon.size > 0) waitForRest()
}

const soon = new Set<string>()
let isWaiting = false

function waitForRest(): void {
  isWaiting = true
  const rest = (work: () => void): unknown =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 100)
  rest(() => {
    isWaiting = false
    // One at a time: the next wheel step may come at any moment.
    const [text] = soon
    if (text === undefined) return
    soon.delete(text)
    htmlOf(text)
    if (layOut && soon.size > 0) waitForRest()
  })
}

function htmlOf(text: string): string | undefined {
  if (!layOut || text.length > LONGEST) return undefined
  const known = laidOut.get(text)
  if (known !== undefined) return known
  const html = layOut(text)
  laidOut.set(text, html)
  for (const old of [...laidOut.keys()].slice(0, -MOST_KEPT)) laidOut.delete(old)
  return html
}
