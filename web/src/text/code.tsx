import { memo, useEffect, useRef } from 'react'
import { coloured } from './colour.js'
import { safe } from './safe-text.js'

/** Code of a known language in colours; plain until they have come. */
export const Code = memo(function Code({ text, language = '' }: { readonly text: string; readonly language?: string }) {
  const code = useRef<HTMLElement>(null)
  const shown = safe(text)
  useEffect(
    () =>
      coloured(shown, language, html => {
        if (code.current) code.current.innerHTML = html
      }),
    [shown, language],
  )
  return (
    <pre tabIndex={0} className="code">
      <code ref={code} key={shown}>
        {shown}
      </code>
    </pre>
  )
})
