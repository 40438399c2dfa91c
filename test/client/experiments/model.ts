// The model of the resumed request (N28), and histories so long that the client compacts first (N30).

import { a, apiError, boundary, call, experiment, NEWEST, OPUS, r, summaryOf, think, u } from './builders.js'
import type { Experiment } from './experiment.js'

const by = (model: unknown) => ({ message: { model } })
const ask = u('u1', null, 'one')
const answeredBy = (model: unknown) => [
  ask,
  a('a1', 'u1', 'm1', 'two', by(model)),
  u('u2', 'a1', 'three'),
  a('a2', 'u2', 'm2', 'four', by(model)),
]
const spent = (model: string, usage: object, turns = 2) =>
  Array.from({ length: turns }, (_, at) => [
    u(`u${at}`, at ? `a${at - 1}` : null, `ask ${at}`),
    a(`a${at}`, `u${at}`, `m${at}`, `say ${at}`, {
      message: {
        model,
        usage: {
          input_tokens: 5,
          output_tokens: 5,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          ...usage,
        },
      },
    }),
  ]).flat()

/** The figures of an answer. */
const figures = (usage: object) => ({
  message: {
    model: 'claude-opus-4-6',
    usage: {
      input_tokens: 5,
      output_tokens: 5,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      ...usage,
    },
  },
})
/** One more answer behind two turns. */
const last = (usage: object, message: object = {}, entry: object = {}) =>
  a('a9', 'a1', 'm9', 'words', { ...entry, message: { ...figures(usage).message, ...message } })
const iteration = (tokens: number) => ({
  type: 'message',
  input_tokens: tokens,
  output_tokens: 5,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
})
const CLEARED = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3 }

const KEPT = [
  'claude-3-5-sonnet-20241022',
  'claude-fable-5-2',
  'claude-opus-4-5-20251101',
  'claude-opus-4-5',
  'claude-sonnet-4-5-20250929',
  'claude-sonnet-4-5',
  'claude-haiku-4-5-20251001',
  'claude-haiku-4-5',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-sonnet-5',
  'claude-opus-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
]
const REPLACED = [
  'claude-fable-5-5',
  'claude-sonnet-5-1',
  'claude-opus-5-1',
  'claude-3-opus-20240229',
  'claude-3-5-haiku-20241022',
  'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-20250514',
  'claude-opus-4-20250514',
  'claude-opus-4-1-20250805',
  'claude-opus-4',
  'claude-sonnet-4',
  'claude-opus-4-1',
  'claude-opus-4-0',
  'gpt-5',
  'kimi-k2',
  'glm-4.6',
  'gemini-2.5-pro',
]
/** Names beside the usual ones, and what is asked for them. */
const ODD: readonly (readonly [string, string])[] = [
  ['claude-mythos-5', 'claude-opus-5-5'],
  ['claude-mythos-5-1', 'claude-opus-5-5'],
  ['claude-opus-4-9', 'claude-opus-5-5'],
  ['claude-opus-6', 'claude-opus-5-5'],
  ['claude-haiku-5', 'claude-opus-5-5'],
  ['claude-haiku-4-6', 'claude-opus-5-5'],
  ['claude-sonnet-4-7', 'claude-opus-5-5'],
  ['claude-sonnet-4-8', 'claude-opus-5-5'],
  ['claude-opus-5-5-20260901', 'claude-opus-5-5-20260901'],
  ['claude-opus-4-6-20260101', 'claude-opus-4-6-20260101'],
  ['CLAUDE-OPUS-4-6', 'claude-opus-4-6'],
  ['claude-opus-4-6[1m]', 'claude-opus-4-6'],
  ['claude-opus-4-6[1M]', 'claude-opus-4-6'],
  ['claude-sonnet-4-5-20250929[1m]', 'claude-sonnet-4-5-20250929'],
  ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
  ['claude-3-5-sonnet-20241022[1m]', 'claude-3-5-sonnet-20241022'],
  ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'us.anthropic.claude-opus-4-5-20251101-v1:0'],
  ['anthropic.claude-sonnet-4-20250514-v1:0', 'claude-opus-5-5'],
  ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'claude-opus-5-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5@20250929'],
  ['claude-opus-4-1@20250805', 'claude-opus-5-5'],
  ['opus', 'claude-opus-5-5'],
  ['sonnet', 'claude-opus-5-5'],
  ['haiku', 'claude-opus-5-5'],
  ['default', 'claude-opus-5-5'],
  ['opusplan', 'claude-opus-5-5'],
  ['anthropic/claude-opus-4.6', 'anthropic/claude-opus-4.6'],
  ['claude-opus-4.6', 'claude-opus-4.6'],
  [' claude-opus-4-6', 'claude-opus-4-6'],
  ['claude', 'claude-opus-5-5'],
  ['claude-opus-4-6-fast', 'claude-opus-4-6-fast'],
  ['claude-opus-4-5-thinking', 'claude-opus-4-5-thinking'],
]
const file = (model: string) => model.replace(/[^A-Za-z0-9-]/g, char => `_${char.charCodeAt(0).toString(16)}`)

export const MODEL: readonly Experiment[] = [
  ...KEPT.map(model => experiment(`model-${file(model)}`, 'R-M18 N28', `${model} is kept`, answeredBy(model), NEWEST)),
  ...REPLACED.map(model =>
    experiment(`model-${file(model)}`, 'R-M18 N28', `${model} is replaced by the default`, answeredBy(model), NEWEST),
  ),
  ...ODD.map(([model, sent]) =>
    experiment(`model-odd-${file(model)}`, 'R-M18 N28', `${model}: ${sent}`, answeredBy(model), NEWEST),
  ),
  experiment('model-default', 'R-M18 N28', 'no assistant at all: the default', [ask]),
  experiment('model-empty', 'N28', 'an empty model name: the default', answeredBy('')),
  experiment('model-missing', 'N28', 'no model in the messages: the default', answeredBy(undefined)),
  experiment('model-null', 'N28', 'model null: the default', answeredBy(null), NEWEST),
  experiment('model-number', 'N28', 'a number as model: the default', answeredBy(7), NEWEST),
  experiment('model-last', 'R-M18 N28', 'the last of two models', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    u('u2', 'a1', 'three'),
    a('a2', 'u2', 'm2', 'four', by('claude-sonnet-4-6')),
  ]),
  experiment(
    'model-last-unknown',
    'N28',
    'the last is unknown, the one before is known: the default',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', 'four', by('gpt-5')),
    ],
    NEWEST,
  ),
  experiment('model-synthetic-last', 'N28', 'a synthetic row last: the one before', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    u('u2', 'a1', 'three'),
    a('a2', 'u2', 'm2', 'four', by('<synthetic>')),
  ]),
  experiment(
    'model-missing-last',
    'N28',
    'the last row has no model: the one before',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', 'four', by(undefined)),
    ],
    NEWEST,
  ),
  experiment('model-error-last', 'N28 N26', 'an api error last: the one before', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    u('u2', 'a1', 'three'),
    apiError('e1', 'u2'),
  ]),
  experiment(
    'model-error-real',
    'N28 N26',
    'the api-error flag on a row of a real model: that model',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('e1', 'u2', 'm5', 'API Error', { isApiErrorMessage: true, message: { model: 'claude-sonnet-4-6' } }),
    ],
    NEWEST,
  ),
  experiment(
    'model-virtual-last',
    'N28 N27',
    'a virtual row of another model last: that model',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('v1', 'u2', 'm5', 'virtual', { isVirtual: true, message: { model: 'claude-sonnet-4-6' } }),
    ],
    NEWEST,
  ),
  experiment(
    'model-thinking-only-last',
    'N28 N12',
    'a dropped thinking-only row does not count',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', think('H'), by('claude-sonnet-4-6')),
    ],
    NEWEST,
  ),
  experiment(
    'model-blank-last',
    'N28 N12',
    'a dropped blank row does not count',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', ' ', by('claude-sonnet-4-6')),
    ],
    NEWEST,
  ),
  experiment(
    'model-lost-call-last',
    'N28 N17',
    'a dropped unanswered call does not count',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', call('x'), by('claude-sonnet-4-6')),
      u('u3', 'a2', 'four'),
    ],
    NEWEST,
  ),
  experiment('model-abandoned', 'N28', 'the last in the file stands on an abandoned branch: does not count', [
    ask,
    a('b1', 'u1', 'm5', 'other', by('claude-sonnet-4-6')),
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
  ]),
  experiment(
    'model-side-sister',
    'N28 N8',
    'a recovered sister of another model counts',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      a('s1', 'u1', 'm1', 'sister', by('claude-sonnet-4-6')),
      u('u2', 'a1', 'three'),
    ],
    NEWEST,
  ),
  experiment('model-sidechain', 'N28 N3', 'a sidechain of another model does not count', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    u('x1', null, 'SIDE', { isSidechain: true }),
    a('x2', 'x1', 'mx', 'side', { isSidechain: true, message: { model: 'claude-sonnet-4-6' } }),
  ]),
  experiment('model-before-boundary', 'N28', 'the only assistant stands before the compaction: the default', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    u('u2', 'k1', 'three'),
  ]),
  experiment('model-after-boundary', 'N28', 'one on each side of the compaction: the later', [
    ask,
    a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    u('u2', 'k1', 'three'),
    a('a2', 'u2', 'm2', 'four', by('claude-sonnet-4-6')),
  ]),
  experiment(
    'model-system-row',
    'N28',
    'a /model command and a fallback row do not count',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', by('claude-opus-4-6')),
      u('u2', 'a1', '<command-name>/model</command-name>\n<command-args>sonnet</command-args>'),
      u('u3', 'u2', '<local-command-stdout>Set model to sonnet</local-command-stdout>'),
    ],
    NEWEST,
  ),

  experiment(
    'size-opus-4-6-over',
    'N30',
    'opus-4-6 with 170,000 tokens: compacts first',
    spent('claude-opus-4-6', { input_tokens: 170_000 }),
    NEWEST,
  ),
  experiment(
    'size-opus-4-6-under',
    'N30',
    'opus-4-6 with 160,000 tokens: sent',
    spent('claude-opus-4-6', { input_tokens: 160_000 }),
    NEWEST,
  ),
  experiment(
    'size-cache-counts',
    'N30',
    'cache reads and writes and output count',
    spent('claude-sonnet-4-6', {
      input_tokens: 10,
      cache_read_input_tokens: 150_000,
      cache_creation_input_tokens: 15_000,
      output_tokens: 5_000,
    }),
    NEWEST,
  ),
  experiment(
    'size-single-turn',
    'N30',
    'a single turn with 170,000 tokens: sent',
    spent('claude-opus-4-6', { input_tokens: 170_000 }, 1),
    NEWEST,
  ),
  experiment(
    'size-single-turn-over',
    'N30',
    'a single turn with 180,000 tokens: compacts first',
    spent('claude-opus-4-6', { input_tokens: 180_000 }, 1),
    NEWEST,
  ),
  experiment(
    'size-opus-5-5-over',
    'N30',
    'opus-5-5 with 970,000 tokens: compacts first',
    spent(OPUS, { input_tokens: 970_000 }),
    NEWEST,
  ),
  experiment(
    'size-opus-5-5-under',
    'N30',
    'opus-5-5 with 955,000 tokens: sent',
    spent(OPUS, { input_tokens: 955_000 }),
    NEWEST,
  ),
  experiment(
    'size-haiku-4-5',
    'N30',
    'haiku-4-5 with 190,000 tokens: sent',
    spent('claude-haiku-4-5-20251001', { input_tokens: 190_000 }),
    NEWEST,
  ),
  experiment(
    'size-opus-4-5',
    'N30',
    'opus-4-5 with 190,000 tokens: sent',
    spent('claude-opus-4-5-20251101', { input_tokens: 190_000 }),
    NEWEST,
  ),
  experiment(
    'size-sonnet-4-5',
    'N30',
    'sonnet-4-5 with 190,000 tokens: sent',
    spent('claude-sonnet-4-5-20250929', { input_tokens: 190_000 }),
    NEWEST,
  ),
  experiment(
    'size-opus-4-7',
    'N30',
    'opus-4-7 with 170,000 tokens: sent',
    spent('claude-opus-4-7', { input_tokens: 170_000 }),
    NEWEST,
  ),
  experiment(
    'size-sonnet-5',
    'N30',
    'sonnet-5 with 170,000 tokens: sent',
    spent('claude-sonnet-5', { input_tokens: 170_000 }),
    NEWEST,
  ),
  experiment(
    'size-not-last',
    'N30',
    'the large usage is not the last one: sent',
    [
      ...spent('claude-opus-4-6', { input_tokens: 190_000 }),
      u('u9', 'a1', 'more'),
      a('a9', 'u9', 'm9', 'small', {
        message: { model: 'claude-opus-4-6', usage: { input_tokens: 10, output_tokens: 5 } },
      }),
    ],
    NEWEST,
  ),
  experiment(
    'size-before-boundary',
    'N30',
    'the large usage stands before a compaction: sent',
    [
      ...spent('claude-opus-4-6', { input_tokens: 190_000 }),
      boundary('c1', null),
      summaryOf('k1', 'c1'),
      u('u9', 'k1', 'three'),
      a('a9', 'u9', 'm9', 'four', { message: { model: 'claude-opus-4-6' } }),
    ],
    NEWEST,
  ),
  experiment(
    'size-dropped-row',
    'N30',
    'the large usage stands on a synthetic row: sent',
    [
      ...spent('claude-opus-4-6', { input_tokens: 100 }),
      u('u9', 'a1', 'more'),
      a('a9', 'u9', 'm9', 'words', {
        message: { model: '<synthetic>', usage: { input_tokens: 190_000, output_tokens: 5 } },
      }),
    ],
    NEWEST,
  ),
  experiment(
    'size-tools-after',
    'N30',
    'a large result after the last usage counts: compacts first',
    [
      ...spent('claude-opus-4-6', { input_tokens: 150_000 }),
      u('u9', 'a1', 'more'),
      a('a9', 'u9', 'm9', call('x'), {
        message: { model: 'claude-opus-4-6', usage: { input_tokens: 150_000, output_tokens: 5 } },
      }),
      r('r9', 'a9', 'x', 'word '.repeat(16_000)),
    ],
    NEWEST,
  ),
  experiment(
    'size-one-band',
    'N30',
    'one answer, too few to summarise, and no room for the next prompt: the client ends without sending anything',
    spent('claude-opus-4-6', { input_tokens: 174_505 }, 1),
    NEWEST,
  ),
  experiment(
    'size-one-band-large',
    'N30',
    'the same in a window of a million',
    spent(OPUS, { input_tokens: 973_790 }, 1),
    NEWEST,
  ),
  experiment(
    'size-two-band',
    'N30',
    'the same size with two answers: compacts first',
    spent('claude-opus-4-6', { input_tokens: 174_505 }),
    NEWEST,
  ),
  experiment(
    'size-iterations',
    'N30',
    'the last attempt of an answer counts, not the sum: sent',
    [
      ...spent('claude-opus-4-6', { input_tokens: 100 }),
      last({ input_tokens: 190_000, iterations: [iteration(180_000), iteration(10_000)] }),
    ],
    NEWEST,
  ),
  experiment(
    'size-unmetered',
    'N30',
    'an answer that is not metered does not count: sent',
    [...spent('claude-opus-4-6', { input_tokens: 100 }), last({ input_tokens: 190_000 }, {}, { isUnmetered: true })],
    NEWEST,
  ),
  experiment(
    'size-cleared',
    'N30',
    'results that were cleared on the way count: compacts first',
    [
      ...spent('claude-opus-4-6', { input_tokens: 100 }),
      last(
        { input_tokens: 90_000 },
        { context_management: { applied_edits: [{ ...CLEARED, cleared_input_tokens: 80_000 }] } },
      ),
    ],
    NEWEST,
  ),
  experiment(
    'size-own-entries',
    'N30',
    'further entries of the counted answer are counted again: compacts first',
    [
      ...spent('claude-opus-4-6', { input_tokens: 100 }),
      u('u8', 'a1', 'more'),
      a('a8', 'u8', 'm8', 'first', figures({ input_tokens: 150_000 })),
      a('a9', 'a8', 'm8', 'word '.repeat(14_000), figures({ input_tokens: 150_000 })),
    ],
    NEWEST,
  ),
  experiment(
    'size-three-characters',
    'N30',
    'newer models: three characters are a token',
    [
      ...spent(OPUS, { input_tokens: 100 }),
      u('u8', 'a1', 'more'),
      a('a8', 'u8', 'm8', call('x'), {
        message: { model: OPUS, usage: figures({ input_tokens: 950_000 }).message.usage },
      }),
      r('r8', 'a8', 'x', 'word '.repeat(10_000)),
    ],
    NEWEST,
  ),
  experiment(
    'size-recorded-beside',
    'N30 R-F6',
    'figures that stand beside the message do not count: sent',
    [
      ...spent('claude-opus-4-6', { input_tokens: 100 }),
      last({}, {}, { rethread: { usage: { input_tokens: 190_000 } } }),
    ],
    { clients: ['2.1.325', '2.0.42', '1.0.128'] },
  ),
  ...(
    [
      ['claude-opus-4-7', 980_000, true],
      ['claude-opus-4-8', 980_000, true],
      ['claude-sonnet-5', 980_000, true],
      ['claude-opus-5', 980_000, true],
      ['claude-fable-5', 980_000, true],
      ['claude-haiku-5-5', 980_000, true],
      ['claude-sonnet-5-5', 980_000, true],
      ['claude-opus-4-5-20251101', 980_000, false],
      ['claude-sonnet-4-5-20250929', 980_000, false],
      ['claude-haiku-4-5-20251001', 980_000, false],
      ['claude-opus-4-7', 200_000, false],
      ['claude-opus-4-8', 200_000, false],
      ['claude-sonnet-5', 200_000, false],
      ['claude-opus-5', 200_000, false],
      ['claude-fable-5', 200_000, false],
      ['claude-haiku-5-5', 200_000, false],
      ['claude-sonnet-5-5', 200_000, false],
      ['claude-sonnet-4-6', 180_000, true],
      ['claude-opus-4-6[1m]', 180_000, false],
      ['claude-opus-4-6-20260101', 180_000, true],
      ['gpt-5', 980_000, true],
      ['claude-3-5-sonnet-20241022', 180_000, false],
    ] as const
  ).map(([model, tokens, compacts]) =>
    experiment(
      `size-${file(model)}-${tokens / 1000}k`,
      'N30',
      `${model} with ${tokens / 1000},000 tokens: ${compacts ? 'compacts first' : 'sent'}`,
      spent(model, { input_tokens: tokens }),
      NEWEST,
    ),
  ),
]
