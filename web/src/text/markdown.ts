// Markdown to safe HTML. Raw HTML is off, so what stands in the text is text; DOMPurify looks once more. Nothing is loaded
// from elsewhere: a picture is named by its host.

import DOMPurify from 'dompurify'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { safe } from './safe-text.js'

const ALLOWED = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    'del',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'span',
  ],
  ALLOWED_ATTR: ['href', 'class', 'start', 'align', 'rel', 'target'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
}

const WITH_TABLES = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

export function markdownHtml(text: string): string {
  const html = micromark(safe(text), WITH_TABLES)
  return DOMPurify.sanitize(withoutOutside(html), ALLOWED)
}

/** micromark writes its own tags only, every attribute quoted and escaped. */
function withoutOutside(html: string): string {
  return html
    .replace(/<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>/g, (_, source: string, words: string) => {
      const host = /^[a-z]+:\/\/([^/]+)/i.exec(source)?.[1] ?? ''
      return `<span class="absent">[image not loaded${words === '' ? '' : `: ${words}`}${host === '' ? '' : ` (${host})`}]</span>`
    })
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer nofollow" href="')
    .replace(/<input type="checkbox"[^>]*checked=""[^>]*\/>/g, '☑')
    .replace(/<input type="checkbox"[^>]*\/>/g, '☐')
}
