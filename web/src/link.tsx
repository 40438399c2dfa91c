// A link inside the app: a real one, which can be copied and opened elsewhere.

import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go, isTeam } from './address.js'

const RESHAPE = /^\/team\/s\/[^/]+\/reshape\b/

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    go(href)
  }
  // What is the team's cannot be changed: nothing leads there.
  if (isTeam && RESHAPE.test(href)) return null
  return <a href={href} onClick={follow} {...rest} />
}
