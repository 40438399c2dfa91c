// highlight.js in a worker. It escapes the code and writes nothing but spans with classes.

import hljs from 'highlight.js/lib/common'

interface Asked {
  readonly id: number
  readonly code: string
  readonly language: string
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id, code, language } = data
  const name = language.toLowerCase()
  if (!hljs.getLanguage(name)) return
  const { value } = hljs.highlight(code, { language: name, ignoreIllegals: true })
  self.postMessage({ id, html: value })
})
