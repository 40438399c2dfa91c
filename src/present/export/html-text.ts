// Texts in a page: nothing of a transcript is ever markup. Prose is Markdown without raw HTML, without remote images and
// with links that name their target only; code is coloured by classes.

import hljs from 'highlight.js/lib/common'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { visible } from '../terminal-text.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Signs that a reader would not see, or that turn the direction of a line, are shown as their numbers. */
export function escaped(text: string): string {
  return visible(text, { keepNewlines: true }).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}

export function oneLine(text: string): string {
  return escaped(text.replace(/\s+/g, ' ').trim())
}

/** Longer texts are shown as they are written: laying them out would take longer than reading them. */
const LONGEST_PROSE = 100_000
const LONGEST_CODE = 40_000

export function prose(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  if (trimmed.length > LONGEST_PROSE) return `<pre tabindex="0" class="plain">${escaped(trimmed)}</pre>`
  const html = micromark(visible(trimmed, { keepNewlines: true }), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  return `<div class="prose">${withoutOutside(colouredBlocks(html))}</div>`
}

/** micromark writes its own tags only, with every attribute quoted and escaped: what stands between them is text. */
function withoutOutside(html: string): string {
  return html
    .replace(/<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>/g, (_, source: string, words: string) => {
      const host = /^[a-z]+:\/\/([^/]+)/i.exec(source)?.[1] ?? source
      return `<span class="absent">[image not loaded${words === '' ? '' : `: ${words}`}${host === '' ? '' : ` (${host})`}]</span>`
    })
    .replaceAll('<a href="', '<a rel="noopener noreferrer nofollow" href="')
    .replaceAll('<input type="checkbox" disabled="" checked="" />', '☑')
    .replaceAll('<input type="checkbox" checked="" disabled="" />', '☑')
    .replaceAll('<input type="checkbox" disabled="" />', '☐')
}

/** What can be scrolled can be reached by keys: hence the tabindex. */
function colouredBlocks(html: string): string {
  return html.replace(
    /<pre><code(?: class="language-([^"]*)")?>([\s\S]*?)<\/code><\/pre>/g,
    (_, language: string | undefined, body: string) =>
      `<pre tabindex="0"><code>${coloured(unescaped(body), language)}</code></pre>`,
  )
}

function unescaped(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

export function code(text: string, language?: string): string {
  return `<pre tabindex="0"><code>${coloured(visible(text, { keepNewlines: true }), language)}</code></pre>`
}

/** Escaped by the highlighter, which writes nothing but spans with classes. `text` shows every sign already. */
function coloured(text: string, language: string | undefined): string {
  const name = language?.toLowerCase()
  if (name === undefined || text.length > LONGEST_CODE || !hljs.getLanguage(name)) return plainCode(text)
  return hljs.highlight(text, { language: name, ignoreIllegals: true }).value
}

function plainCode(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}
