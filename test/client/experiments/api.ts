// Histories that the API would refuse, as far as the client sends, heals or refuses them itself (A1 to A4).

import { a, att, call, experiment, image, NEWEST, PIXEL, r, result, session, text, u } from './builders.js'
import type { Experiment } from './experiment.js'

const ask = u('u1', null, 'one')
const shown = (...blocks: readonly object[]) => [
  ask,
  a('a1', 'u1', 'm1', 'two'),
  u('u2', 'a1', [...blocks, text('look')]),
  a('a2', 'u2', 'm2', 'seen'),
]
const base64 = (length: number) => 'A'.repeat(length)
const LIMIT = 5_242_880
/** The head of a PNG with these dimensions; the rest is missing. */
const png = (width: number, height: number) => {
  const head = Uint8Array.from(atob(PIXEL), letter => letter.charCodeAt(0))
  new DataView(head.buffer).setUint32(16, width)
  new DataView(head.buffer).setUint32(20, height)
  return btoa(String.fromCharCode(...head))
}
const LARGE = { large: true, clients: ['2.1.325'] }

export const API: readonly Experiment[] = [
  experiment('api-assistant-first', 'A1.1', 'a history that begins with an answer is sent so', [
    a('a1', null, 'm1', 'first'),
    u('u1', 'a1', 'one'),
    a('a2', 'u1', 'm2', 'two'),
  ]),
  experiment('api-roles-repeat', 'A1.2', 'answers in a row are sent so', [
    ask,
    a('a1', 'u1', 'm1', 'two'),
    a('a2', 'a1', 'm2', 'three'),
    a('a3', 'a2', 'm3', 'four'),
    u('u2', 'a3', 'next'),
  ]),
  experiment('api-trailing-space', 'A1.4', 'white space at the end of an answer stays', [
    ask,
    a('a1', 'u1', 'm1', 'two  \n'),
  ]),
  experiment('api-cache-marks', 'A2.15', 'six stored cache marks say nothing', [
    ask,
    ...Array.from({ length: 3 }, (_, at) => [
      a(`a${at}`, at ? `u${at + 1}` : 'u1', `m${at}`, [{ ...text(`t${at}`), cache_control: { type: 'ephemeral' } }]),
      u(`u${at + 2}`, `a${at}`, [{ ...text(`w${at}`), cache_control: { type: 'ephemeral', ttl: '1h' } }]),
    ]).flat(),
  ]),
  experiment(
    'image-kinds',
    'A4.1',
    'bmp and others are sent',
    shown(image(PIXEL, 'image/bmp'), image(PIXEL, 'image/jpeg'), image(PIXEL, 'application/pdf'), image(PIXEL, '')),
  ),
  experiment(
    'image-url',
    'A4.1',
    'an image by URL is sent as it is',
    shown({ type: 'image', source: { type: 'url', url: 'https://example.org/p.png' } }),
  ),
  experiment(
    'image-file-id',
    'A4.1',
    'an image by file id is sent as it is',
    shown({ type: 'image', source: { type: 'file', file_id: 'file_1' } }),
  ),
  experiment('image-empty', 'A4.1', 'an image without data is sent', shown(image(''))),
  experiment('image-no-source', 'A4.1', 'an image without source is sent as it is', shown({ type: 'image' }), NEWEST),
  experiment('image-not-base64', 'A4.1', 'data that is no base64 is sent', shown(image('not base64 !!'))),
  experiment(
    'image-document',
    'A4.5',
    'documents are sent as they are',
    shown(
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' }, title: 'T' },
    ),
  ),
  experiment('image-9000', 'A4.3', 'an image of 9000 dots is sent', shown(image(png(9000, 10)))),
  experiment(
    'image-25-one-3000',
    'A4.3',
    '25 images, one of 3000 dots: sent',
    shown(...Array.from({ length: 24 }, () => image()), image(png(3000, 3000))),
  ),
  experiment('image-130', 'A4.4', '130 images are sent', shown(...Array.from({ length: 130 }, () => image())), NEWEST),
  experiment('image-at-limit', 'A4.2', 'base64 of 5,242,880 characters: sent', () => shownBytes(base64(LIMIT)), LARGE),
  experiment(
    'image-over-limit',
    'A4.2',
    'base64 of 5,242,884 characters: refuses',
    () => shownBytes(base64(LIMIT + 4)),
    LARGE,
  ),
  experiment(
    'image-one-over-limit',
    'A4.2',
    'base64 of 5,242,881 characters: refuses',
    () => shownBytes(base64(LIMIT + 1)),
    LARGE,
  ),
  experiment(
    'image-over-limit-result',
    'A4.2',
    'in a tool result: refuses',
    () =>
      session([
        ask,
        a('a1', 'u1', 'm1', call('x', 'Read')),
        u('r1', 'a1', [result('x', [image(base64(LIMIT + 4))])]),
        a('a2', 'r1', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-file',
    'A4.2 N33',
    'in a file attachment: refuses',
    () =>
      session([
        ask,
        a('a1', 'u1', 'm1', 'two'),
        u('u2', 'a1', 'look'),
        att('t1', 'u2', 'file', {
          filename: '/p.png',
          displayPath: 'p.png',
          content: { type: 'image', file: { base64: base64(LIMIT + 4), type: 'image/png', originalSize: 3 } },
        }),
        a('a2', 't1', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-side',
    'A4.2',
    'off the chain: does not matter',
    () =>
      session([
        ask,
        u('x1', 'u1', [image(base64(LIMIT + 4))]),
        a('a1', 'u1', 'm1', 'two'),
        u('u2', 'a1', 'next'),
        a('a2', 'u2', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-error',
    'A4.2 N23',
    'in an error result, where it is removed: sent',
    () =>
      session([
        ask,
        a('a1', 'u1', 'm1', call('x', 'Read')),
        u('r1', 'a1', [result('x', [text('no'), image(base64(LIMIT + 4))], { is_error: true })]),
        a('a2', 'r1', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-orphan',
    'A4.2 R-T4',
    'in an orphan result: refuses',
    () =>
      session([
        ask,
        a('a1', 'u1', 'm1', 'two'),
        u('r1', 'a1', [result('gone', [image(base64(LIMIT + 4))])]),
        a('a2', 'r1', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-assistant',
    'A4.2',
    'in an answer: sent',
    () =>
      session([
        ask,
        a('a1', 'u1', 'm1', [image(base64(LIMIT + 4)), text('two')]),
        u('u2', 'a1', 'next'),
        a('a2', 'u2', 'm2', 'seen'),
      ]),
    LARGE,
  ),
  experiment(
    'image-over-limit-document',
    'A4.2',
    'a document of that size is sent',
    () =>
      session(
        shown({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64(LIMIT + 4) } }),
      ),
    LARGE,
  ),
  experiment(
    'empty-text-user',
    'A1.5',
    'an empty text block of a user row beside others says nothing',
    shown(text('')),
  ),
  experiment('empty-text-result-list', 'A1.5', 'empty texts in a result list say nothing', [
    ask,
    a('a1', 'u1', 'm1', call('x')),
    u('r1', 'a1', [result('x', [text(''), text(' ')])]),
    a('a2', 'r1', 'm2', 'done'),
  ]),
  experiment(
    'text-not-string',
    'A1.5',
    'a text block whose text is no string is left out',
    [
      ask,
      a('a1', 'u1', 'm1', [{ type: 'text', text: 7 }, text('two')]),
      u('u2', 'a1', [{ type: 'text' }, text('next')]),
      a('a2', 'u2', 'm2', 'done'),
    ],
    NEWEST,
  ),
  experiment(
    'text-missing-only',
    'A1.5',
    'an answer of one text block without text is dropped',
    [ask, a('a1', 'u1', 'm1', [{ type: 'text' }]), u('u2', 'a1', 'next'), a('a2', 'u2', 'm2', 'done')],
    NEWEST,
  ),
  experiment(
    'long-text',
    'A4.6',
    'a long text is sent whole',
    [ask, a('a1', 'u1', 'm1', 'word '.repeat(20_000)), u('u2', 'a1', 'next'), a('a2', 'u2', 'm2', 'done')],
    NEWEST,
  ),
  experiment(
    'long-result',
    'A4.6',
    'a long result is sent whole',
    [ask, a('a1', 'u1', 'm1', call('x')), r('r1', 'a1', 'x', 'word '.repeat(20_000)), a('a2', 'r1', 'm2', 'done')],
    NEWEST,
  ),
]

function shownBytes(data: string): Uint8Array {
  return session(shown(image(data)))
}
