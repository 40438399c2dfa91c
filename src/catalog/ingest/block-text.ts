// The text of a content block: from a decoded block, as it is shown, and so as it was indexed.

type Value = Readonly<Record<string, unknown>>

/** Of a block, or of content that is a plain text. */
export function blockText(block: unknown): string {
  if (typeof block === 'string') return block
  if (typeof block !== 'object' || block === null) return ''
  const { type, text, thinking, input, content } = block as Value
  if (typeof text === 'string') return text
  if (typeof thinking === 'string') return thinking
  if (input !== undefined) return stringsIn(input)
  return type === 'image' || type === 'document' ? '' : resultText(content)
}

/** All texts in a tool's input, without the names of its fields. */
export function stringsIn(input: unknown): string {
  const found: string[] = []
  collect(input, found)
  return found.join('\n')
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, found)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collect(item, found)
}

/** What a tool has returned: a text, or blocks of which some are texts. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map(block => {
    if (typeof block === 'string') return block
    const { type, text, title, url } = (block ?? {}) as Value
    if (typeof text === 'string') return text
    return type === 'web_search_result' ? [title, url].filter(one => typeof one === 'string').join('\n') : ''
  })
  return texts.filter(text => text !== '').join('\n')
}

export function imagesIn(content: unknown): number {
  if (!Array.isArray(content)) return 0
  return content.filter(block => ['image', 'document'].includes(String((block as Value | null)?.['type']))).length
}
