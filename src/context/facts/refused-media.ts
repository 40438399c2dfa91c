// Which images or documents did the API refuse? Told by the words of its error, or by the client's own. (A4, A5)

export type MediaType = 'image' | 'document'

const BOTH: readonly MediaType[] = ['document', 'image']

/** `details`: the API's words as the client has kept them; `words`: what it said to the user. */
export function refusedMedia(details: string, words: string): readonly MediaType[] {
  const told = details === '' || details.startsWith('{') ? undefined : byDetails(details)
  return told ?? WORDS.get(words) ?? []
}

function byDetails(details: string): readonly MediaType[] | undefined {
  // What is too large in its sides is told by its size, not by its message.
  if (TOO_WIDE.test(details)) return []
  const lower = details.toLowerCase()
  if (details.includes('request_too_large') || lower.includes('too much media')) return BOTH
  const named = /messages[.[]\d+[\].]+content[.[]\d+[\].]+(?:tool_result[.[]content[.[]\d+[\].]+)?(image|document|pdf)/
  const place = named.exec(details)
  if (place) return [place[1] === 'image' ? 'image' : 'document']
  if (OF_IMAGES.some(part => lower.includes(part))) return ['image']
  return OF_DOCUMENTS.some(part => lower.includes(part)) ? ['document'] : undefined
}

const TOO_WIDE = /base64\.data: At least one of the image dimensions exceed max allowed size[^:]*: \d+ pixels/

/** Parts of the API's messages. */
const OF_IMAGES = [
  'could not process image',
  'image exceeds',
  'image dimensions exceed',
  'image does not match the provided media type',
  'image cannot be empty',
  'exceeds api limit',
  'images exceed the api limit',
  'unable to resize image',
  'unable to compress image',
  'image file is empty',
]
const OF_DOCUMENTS = [
  'could not process pdf',
  'pdf pages',
  'the pdf specified was not valid',
  'the pdf specified is password protected',
  'pdf cannot be empty',
  'does not support pdf input',
  'does not support pdfs',
]

/** The client's own words, as it says them without a terminal. */
const WORDS: ReadonlyMap<string, readonly MediaType[]> = new Map([
  [
    'PDF too large (max 100 pages, 20MB). Try reading the file a different way (e.g., extract text with pdftotext).',
    ['document'],
  ],
  ['PDF is password protected. Try using a CLI tool to extract or convert the PDF.', ['document']],
  ['The PDF file was not valid. Try converting it to text first (e.g., pdftotext).', ['document']],
  ['Image was too large. Try resizing the image or using a different approach.', ['image']],
  [
    'Request too large (max 32MB). Accumulated images and attachments in the conversation pushed the request over the limit. Remove older images or compact the conversation.',
    BOTH,
  ],
  [
    'API Error: an image in the conversation could not be processed and was removed. Re-read the file with a different approach if you still need it.',
    ['image'],
  ],
  [
    'API Error: a document in the conversation could not be processed and was removed. Re-read the file with a different approach if you still need it.',
    ['document'],
  ],
  [
    'API Error: this model does not accept PDF documents, so a PDF in the conversation was removed. Ask Claude to read specific pages of the file instead (they are sent as images), or switch to a model that reads PDFs.',
    ['document'],
  ],
])
