// Images and documents: refused by the API, or too many for one request.

import { a, apiError, att, call, experiment, type Fields, image, meta, NEWEST, r, result, text, u } from './builders.js'
import type { Experiment } from './experiment.js'

const start = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'reply one')]
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } }
const shown = [...start, u('u2', 'a1', [text('look'), image()])]
const read = (...blocks: readonly Fields[]) => [
  ...start,
  u('u2', 'a1', 'two'),
  a('a2', 'u2', 'm2', call('c1', 'Read')),
  r('r2', 'a2', 'c1', blocks),
]
const goesOn = (parent: string) => [u('u9', parent, 'nine'), a('a9', 'u9', 'm9', 'done')]
/** An error with the API's own words. */
const refused = (parent: string, errorDetails: string, words = 'API Error: 400', name = 'e1') => [
  apiError(name, parent, words, { errorDetails }),
]
const PROCESS = '400 Could not process image'
const PLACE =
  '400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.3.content.0.tool_result.content.0.image.source.base64: too long"}}'

/** What the client says itself, without a terminal, and what that is about. */
const WORDS: readonly (readonly [string, string])[] = [
  ['image', 'Image was too large. Try resizing the image or using a different approach.'],
  [
    'unprocessed',
    'API Error: an image in the conversation could not be processed and was removed. Re-read the file with a different approach if you still need it.',
  ],
  [
    'unprocessed-pdf',
    'API Error: a document in the conversation could not be processed and was removed. Re-read the file with a different approach if you still need it.',
  ],
  [
    'request',
    'Request too large (max 32MB). Accumulated images and attachments in the conversation pushed the request over the limit. Remove older images or compact the conversation.',
  ],
  [
    'pdf',
    'PDF too large (max 100 pages, 20MB). Try reading the file a different way (e.g., extract text with pdftotext).',
  ],
  ['pdf-locked', 'PDF is password protected. Try using a CLI tool to extract or convert the PDF.'],
  ['pdf-broken', 'The PDF file was not valid. Try converting it to text first (e.g., pdftotext).'],
  [
    'pdf-model',
    'API Error: this model does not accept PDF documents, so a PDF in the conversation was removed. Ask Claude to read specific pages of the file instead (they are sent as images), or switch to a model that reads PDFs.',
  ],
  ['terminal', 'Image was too large. Double press esc to go back and try again with a smaller image.'],
]

const errors: readonly Experiment[] = [
  experiment('refused-image', 'A5', 'an image that the API refused is not sent again', [
    ...shown,
    ...refused('u2', PROCESS),
    ...goesOn('e1'),
  ]),
  experiment(
    'refused-untold',
    'A5',
    'an error that tells nothing of it',
    [...shown, ...refused('u2', '500 overloaded'), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-json',
    'A5',
    'details that are JSON are not read',
    [...shown, ...refused('u2', `{"error":"${PROCESS}"}`), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-in-result',
    'A5',
    'the image of a result: words in its place',
    [...read(image()), ...refused('r2', PLACE), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-beside-text',
    'A5',
    'the image of a result beside a text',
    [...read(text('t'), image(), pdf), ...refused('r2', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-both',
    'A5',
    'too much media: images and documents',
    [...read(text('t'), image(), pdf), ...refused('r2', '400 Too much media: 2'), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-request',
    'A5',
    'a request that is too large: images and documents',
    [...read(image(), pdf), ...refused('r2', '413 request_too_large'), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-pdf',
    'A5',
    'a document',
    [...read(image(), pdf), ...refused('r2', '400 Could not process PDF'), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-only',
    'A5',
    'a prompt of nothing but the image is dropped',
    [...start, u('u2', 'a1', [image()]), ...refused('u2', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-behind-note',
    'A5',
    'over a note',
    [...shown, meta('k1', 'u2', 'note'), ...refused('k1', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-behind-result',
    'A5',
    'not over an answer',
    [...shown, a('a2', 'u2', 'm2', call('c1')), r('r2', 'a2', 'c1'), ...refused('r2', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-behind-words',
    'A5',
    'not over other words of the user',
    [...shown, u('u3', 'u2', 'words'), ...refused('u3', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-behind-attachment',
    'A5',
    'an attachment between',
    [...shown, att('n1', 'u2', 'hook_success', { content: '' }), ...refused('n1', PROCESS), ...goesOn('e1')],
    NEWEST,
  ),
  experiment(
    'refused-twice',
    'A5',
    'two errors about the same message',
    [...shown, ...refused('u2', PROCESS), ...refused('e1', PROCESS, 'API Error: 400', 'e2'), ...goesOn('e2')],
    NEWEST,
  ),
  experiment(
    'refused-of-two',
    'A5',
    'of two messages the last one',
    [
      ...start,
      u('u2', 'a1', [image()]),
      u('u3', 'u2', [text('b'), image('AAAA')]),
      ...refused('u3', PROCESS),
      ...goesOn('e1'),
    ],
    NEWEST,
  ),
  experiment('refused-tip', 'A5 N26', 'at the tip', [...shown, ...refused('u2', PROCESS)], NEWEST),
  experiment(
    'refused-real-model',
    'A5',
    'an error in the name of a model tells nothing',
    [...shown, a('e1', 'u2', 'me', 'API Error', { isApiErrorMessage: true, errorDetails: PROCESS }), ...goesOn('e1')],
    NEWEST,
  ),
  ...WORDS.map(([name, words]) =>
    experiment(
      `refused-words-${name}`,
      'A5',
      `what is left out after: ${words.slice(0, 40)} …`,
      [...read(text('t'), image(), pdf), apiError('e1', 'r2', words), ...goesOn('e1')],
      NEWEST,
    ),
  ),
]

const SMALL = { message: { model: 'claude-sonnet-4-5-20250929' } }
const images = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => image(Buffer.from(`image ${from + at}`).toString('base64')))

const many: readonly Experiment[] = [
  experiment(
    'media-101',
    'A4.4',
    '101 images, a large window: all',
    [u('u1', null, images(101)), a('a1', 'u1', 'm1', 'x')],
    NEWEST,
  ),
  experiment(
    'media-100-small',
    'A4.4',
    '100 images, a small window: all',
    [u('u1', null, images(100)), a('a1', 'u1', 'm1', 'x', SMALL)],
    NEWEST,
  ),
  experiment(
    'media-101-small',
    'A4.4',
    '101 images, a small window: 21 go',
    [u('u1', null, images(101)), a('a1', 'u1', 'm1', 'x', SMALL)],
    NEWEST,
  ),
  experiment(
    'media-601',
    'A4.4',
    '601 images, a large window: 21 go',
    [u('u1', null, images(300)), a('a1', 'u1', 'm1', 'x'), u('u2', 'a1', images(301, 300)), a('a2', 'u2', 'm2', 'y')],
    NEWEST,
  ),
  experiment(
    'media-in-results',
    'A4.4',
    'in results words stand in their place: seen, and not seen',
    [
      u('u1', null, 'one'),
      a('a1', 'u1', 'm1', call('c0'), SMALL),
      r('r1', 'a1', 'c0', [text('seen'), ...images(5)]),
      a('a2', 'r1', 'm2', [call('c1'), call('c2')], SMALL),
      u('r2', 'a2', [result('c1', images(60, 5)), result('c2', images(60, 65))]),
      a('a3', 'r2', 'm3', 'done', SMALL),
    ],
    NEWEST,
  ),
  experiment(
    'media-whole-message',
    'A4.4',
    'a message of nothing else: the words',
    [
      u('u1', null, images(10)),
      a('a1', 'u1', 'm1', 'x', SMALL),
      u('u2', 'a1', [text('more'), ...images(100, 10)]),
      a('a2', 'u2', 'm2', 'y', SMALL),
    ],
    NEWEST,
  ),
  experiment(
    'media-attached',
    'A4.4',
    'attached images count',
    [
      u('u1', null, images(99)),
      a('a1', 'u1', 'm1', 'x', SMALL),
      u('u2', 'a1', 'look'),
      att('f1', 'u2', 'file', {
        filename: '/a.png',
        displayPath: 'a.png',
        content: { type: 'image', file: { base64: 'AAAA', type: 'image/png', originalSize: 3 } },
      }),
      u('u3', 'f1', [image('BBBB')]),
      a('a2', 'u3', 'm2', 'y', SMALL),
    ],
    NEWEST,
  ),
  experiment(
    'media-synthetic-between',
    'A4.4',
    'what no model said is no answer that has seen them',
    [
      u('u1', null, [text('one'), ...images(50)]),
      a('a1', 'u1', 'm1', 'No response requested.', { message: { model: '<synthetic>' } }),
      u('u2', 'a1', [text('two'), ...images(51, 50)]),
      a('a2', 'u2', 'm2', 'y', SMALL),
    ],
    NEWEST,
  ),
]

const names: readonly Experiment[] = [
  experiment(
    'tool-names-before',
    'N21',
    'names that tools had before',
    [
      ...start,
      u('u2', 'a1', 'two'),
      a(
        'a2',
        'u2',
        'm2',
        ['Task', 'ListPeers', 'RunWorkflow', 'KillShell', 'KillBash', 'Brief', 'BashOutput'].map((tool, at) =>
          call(`c${at}`, tool, { x: 1 }),
        ),
      ),
      u(
        'r2',
        'a2',
        Array.from({ length: 7 }, (_, at) => result(`c${at}`)),
      ),
      a('a3', 'r2', 'm3', 'done'),
    ],
    NEWEST,
  ),
]

export const MEDIA: readonly Experiment[] = [...errors, ...many, ...names]
