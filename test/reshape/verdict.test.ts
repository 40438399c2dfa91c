// A result against what the plan promises of it, clause by clause: results made by hand, which no verb would make, and
// the sentence by which each is refused. What the edits do is judged in account.test.ts and account-ids.test.ts.

import { describe, expect, test } from 'vitest'
import type { SessionFolder } from '../../src/format/session-folder.js'
import type { Plan, Promises } from '../../src/reshape/plan/plan.js'
import { verify } from '../../src/reshape/verdict/verify.js'
import {
  a,
  att,
  type Block,
  boundary,
  call,
  image,
  type Row,
  redacted,
  result,
  session as rowsOf,
  summaryOf,
  text,
  think,
  u,
} from '../client/experiments/builders.js'
import { examine, folderOf, idIn } from './in-memory.js'

interface Case {
  readonly promises?: Partial<Promises>
  /** By row of the result: that of the source. */
  readonly rows?: readonly number[]
  readonly unaccounted?: readonly string[]
  readonly folder?: SessionFolder
}

function judge(before: readonly Row[], after: readonly Row[], { promises, rows, unaccounted = [], folder }: Case = {}) {
  const bytes = rowsOf(before)
  const id = idIn(bytes)
  return verify(planOf(after, { ...(promises ? { promises } : {}), ...(rows ? { rows } : {}) }), {
    before: examine(bytes, folderOf(id)),
    after: examine(rowsOf(after), folderOf(id)),
    unaccounted,
    folder,
  })
}

function planOf(after: readonly Row[], { promises, rows }: Pick<Case, 'promises' | 'rows'>): Plan {
  return {
    verbs: [],
    sessionId: '',
    changes: { edits: [], sideFiles: [] },
    steps: [],
    promises: { context: 'same', gone: new Set(), rewritten: new Set(), thinking: true, ...promises },
    named: {
      idBefore: undefined,
      newIds: false,
      changed: new Map(),
      rehung: new Map(),
      figures: new Set(),
      moved: new Map(),
      gaps: false,
      leftOut: new Set(),
      agents: new Set(),
    },
    sourceRows: Int32Array.from(rows ?? after.map((_, at) => at)),
    folder: undefined,
  }
}

const told = (...args: Parameters<typeof judge>): readonly string[] => judge(...args).broken

/** A prompt, a call with its result, an answer, and the same again. */
const SESSION: readonly Row[] = [
  u('u1', null, 'the first prompt'),
  a('a1', 'u1', 'm1', call('c1')),
  u('r1', 'a1', [result('c1', 'came out')]),
  a('a2', 'r1', 'm2', 'the first answer'),
  u('u2', 'a2', 'the second prompt'),
  a('a3', 'u2', 'm3', 'the second answer'),
]

/** The session with another row in place of one. */
const but = (at: number, row: Row, rows: readonly Row[] = SESSION): readonly Row[] =>
  rows.map((one, index) => (index === at ? row : one))

const OTHER_ANSWER = a('a2', 'r1', 'm2', 'another answer')
const OTHER_RESULT = u('r1', 'a1', [result('c1', 'was left out')])

describe('as many entries as the plan says', () => {
  test('one more, or one less, would make all behind it others', () => {
    expect(told(SESSION, SESSION)).toEqual([])
    expect(told(SESSION, SESSION.slice(0, -1), { rows: [0, 1, 2, 3, 4, 5] })).toContain(
      'the result would have 5 entries instead of 6',
    )
    expect(told(SESSION, SESSION, { rows: [0, 1, 2, 3, 4, 5, -1] })).toContain(
      'the result would have 6 entries instead of 7',
    )
  })

  test('what the account has found comes first', () => {
    expect(told(SESSION, SESSION, { unaccounted: ['a', 'b'] })).toEqual(['a', 'b'])
  })
})

describe('the model gets the same', () => {
  const differs = (block: number, what: string, all = 6): string =>
    `the model would not see the same: block ${block} of ${all} (${what}) differs`

  test.each<[string, readonly Row[], string]>([
    ['another word', but(3, OTHER_ANSWER), differs(4, 'assistant text on line 4')],
    ['another result', but(2, OTHER_RESULT), differs(3, 'user tool_result on line 3')],
    ['another call', but(1, a('a1', 'u1', 'm1', call('c1', 'Read'))), differs(2, 'assistant tool_use on line 2')],
    ['the first word', but(0, u('u1', null, 'The first prompt')), differs(1, 'user text on line 1')],
  ])('%s', (_, after, sentence) => {
    expect(told(SESSION, after)).toContain(sentence)
    expect(told(SESSION, after, { promises: { rewritten: new Set([0, 1, 2, 3]) } })).toEqual([])
  })

  test('only what is said to be other may be', () => {
    const after = but(3, OTHER_ANSWER)
    expect(told(SESSION, after, { promises: { rewritten: new Set([3]) } })).toEqual([])
    expect(told(SESSION, after, { promises: { rewritten: new Set([2, 4]) } })).toHaveLength(1)
  })

  test('less and more', () => {
    const less = SESSION.slice(0, -2)
    expect(told(SESSION, less)).toContain(differs(5, 'user text on line 5'))
    const more = [...SESSION, u('u3', 'a3', 'a third prompt')]
    expect(told(SESSION, more)[0]).toMatch(/^the model would not see the same: block 7 of 6 \(user text on line 7\)/)
  })

  test('the same words of somebody else, or in another block', () => {
    const one = [u('u1', null, 'x'), a('a1', 'u1', 'm1', [text('same')])]
    const spoken = [u('u1', null, 'x'), u('a1', 'u1', [text('same')])]
    expect(told(one, spoken).join()).toContain('the model would not see the same: block 2 of 2')
    expect(told(one, spoken, { promises: { rewritten: new Set([0, 1]) } }).join()).toContain('would not see the same')
    const shown = [u('u1', null, [text('x')]), a('a1', 'u1', 'm1', 'y')]
    const seen = [u('u1', null, [image()]), a('a1', 'u1', 'm1', 'y')]
    expect(told(shown, seen, { promises: { rewritten: new Set([0, 1]) } }).join()).toContain('would not see the same')
  })

  test('an answer that stands there twice may come first from either place, where one of them is rewritten', () => {
    const twice = [u('u1', null, 'p'), a('a1', 'u1', 'm1', 'same'), u('u2', 'a1', 'q'), a('a2', 'u2', 'm2', 'same')]
    expect(told(twice, twice, { rows: [0, 3, 2, 1], promises: { rewritten: new Set([1, 3]) } })).toEqual([])
    const rewritten = { rows: [0, 3, 2, 1], promises: { rewritten: new Set([1, 3]) } }
    const cut = but(1, a('a1', 'u1', 'm1', 'cut'), twice)
    expect(told(twice, cut, rewritten)).toEqual([])
    // One that said something else is no copy.
    const others = but(3, a('a2', 'u2', 'm2', 'other'), twice)
    expect(told(others, cut, rewritten).join()).toContain('block 2 of 4')
  })
})

describe('every prompt and every answer', () => {
  const words = { context: 'words' } as const
  const first = (what: string): string =>
    `prompts and answers would not all be kept in order: the first difference is ${what}`

  test('what tools said may be other', () => {
    expect(told(SESSION, but(2, OTHER_RESULT), { promises: words })).toEqual([])
  })

  test('words may not', () => {
    expect(told(SESSION, but(3, OTHER_ANSWER), { promises: words })).toEqual([first('assistant text on line 4')])
    expect(told(SESSION, but(3, OTHER_ANSWER), { promises: { ...words, rewritten: new Set([3]) } })).toEqual([])
    expect(told(SESSION, but(4, u('u2', 'a2', 'another prompt')), { promises: words })).toEqual([
      first('user text on line 5'),
    ])
    expect(told(SESSION, SESSION.slice(0, -1), { promises: words })).toEqual([first('assistant text on line 6')])
  })

  test('nor may they be those of somebody else, nor more than they were', () => {
    const one = [u('u1', null, 'x'), a('a1', 'u1', 'm1', [text('same')])]
    const spoken = [u('u1', null, 'x'), u('a1', 'u1', [text('same')])]
    expect(told(one, spoken, { promises: words })).toEqual([first('assistant text on line 2')])
    expect(told(spoken, one, { promises: words })).toEqual([first('user text on line 2')])
    const more = [...SESSION, u('u3', 'a3', 'a third prompt')]
    expect(told(SESSION, more, { promises: words })).toEqual([first('user text on line 7')])
  })

  test('unless they go on purpose', () => {
    const gone = { ...words, gone: new Set([5]) }
    expect(told(SESSION, SESSION.slice(0, -1), { promises: gone })).toEqual([])
    expect(told(SESSION, SESSION.slice(0, -2), { promises: gone, rows: [0, 1, 2, 3] })).toEqual([
      first('user text on line 5'),
    ])
  })

  test('a note of ours and a blank are no words', () => {
    const noted = but(4, u('u2', 'a2', [text('[rethread: left out]'), text('the second prompt')]))
    const plain = but(4, u('u2', 'a2', [text('the second prompt')]))
    expect(told(plain, noted, { promises: words })).toEqual([])
    const other = but(4, u('u2', 'a2', [text('[rethreat: left out]'), text('the second prompt')]))
    expect(told(plain, other, { promises: words })).toHaveLength(1)
    const blank = but(3, a('a2', 'r1', 'm2', [text('the first answer'), text('\n\n')]))
    expect(told(blank, SESSION, { promises: words })).toEqual([])
  })

  test('in their order', () => {
    const turned = [
      SESSION[0]!,
      SESSION[1]!,
      SESSION[2]!,
      a('a2', 'r1', 'm2', 'the second answer'),
      SESSION[4]!,
      a('a3', 'u2', 'm3', 'the first answer'),
    ]
    expect(told(SESSION, turned, { promises: words })).toEqual([first('assistant text on line 4')])
    // Two prompts of one turn as well.
    const two = [u('u1', null, [text('one'), text('two')]), a('a1', 'u1', 'm1', 'yes')]
    const swapped = [u('u1', null, [text('two'), text('one')]), a('a1', 'u1', 'm1', 'yes')]
    expect(told(two, swapped, { promises: words })).toEqual([first('user text on line 1')])
  })

  test('words of an entry whose call had no result were not sent, and may be now', () => {
    const open = [
      u('u1', null, 'p'),
      a('a1', 'u1', 'm1', [text('I will'), call('c1')]),
      u('u2', 'a1', 'q'),
      a('a2', 'u2', 'm2', 'done'),
    ]
    const freed = but(1, a('a1', 'u1', 'm1', [text('I will')]), open)
    expect(told(open, freed, { promises: words })).toEqual([])
  })

  test('queued prompts may change places between two answers', () => {
    const queued = (name: string, parent: string, prompt: string) =>
      att(name, parent, 'queued_command', { prompt, commandMode: 'prompt' })
    const before = [
      u('u1', null, 'p'),
      a('a1', 'u1', 'm1', 'yes'),
      queued('q1', 'a1', 'one'),
      queued('q2', 'q1', 'two'),
      a('a2', 'q2', 'm2', 'done'),
    ]
    expect(told(before, before, { promises: words })).toEqual([])
    const turned = [
      before[0]!,
      before[1]!,
      queued('q2', 'a1', 'two'),
      queued('q1', 'q2', 'one'),
      a('a2', 'q1', 'm2', 'done'),
    ]
    expect(told(before, turned, { promises: words, rows: [0, 1, 3, 2, 4] })).toEqual([])
    // Not across an answer.
    const early = [
      before[0]!,
      queued('q1', 'u1', 'one'),
      a('a1', 'q1', 'm1', 'yes'),
      queued('q2', 'a1', 'two'),
      before[4]!,
    ]
    expect(told(before, early, { promises: words, rows: [0, 2, 1, 3, 4] }).join()).toContain('prompts and answers')
    const lost = before.filter((_, at) => at !== 3).map(one => one)
    expect(
      told(before, [lost[0]!, lost[1]!, lost[2]!, a('a2', 'q1', 'm2', 'done')], {
        promises: words,
        rows: [0, 1, 2, 4],
      }).join(),
    ).toContain('prompts and answers')
  })
})

describe('the rest', () => {
  const rest = { context: 'rest' } as const
  const first = (what: string): string => `kept content would not be sent as before: the first difference is ${what}`
  const hung = [
    SESSION[0]!,
    SESSION[1]!,
    SESSION[2]!,
    SESSION[3]!,
    u('n1', 'a2', 'a new text'),
    u('u2', 'n1', 'the second prompt'),
    SESSION[5]!,
  ]
  const rows = [0, 1, 2, 3, -1, 4, 5]

  test('all but what goes and what comes', () => {
    expect(told(SESSION, SESSION, { promises: rest })).toEqual([])
    expect(told(SESSION, hung, { rows, promises: { ...rest, added: 1 } })).toEqual([])
    expect(told(SESSION, hung, { rows, promises: rest })).toEqual(['the model would see 1 new texts instead of 0'])
    expect(told(SESSION, hung, { rows, promises: { ...rest, added: 2 } })).toEqual([
      'the model would see 1 new texts instead of 2',
    ])
    expect(told(SESSION, SESSION, { promises: { ...rest, added: 1 } })).toEqual([
      'the model would see 0 new texts instead of 1',
    ])
    const drawn = hung.map((one, at) => (at === 4 ? u('n1', 'a2', [image()]) : one))
    expect(told(SESSION, drawn, { rows, promises: { ...rest, added: 1 } })).toContain(
      'the model would see 1 new texts instead of 1',
    )
  })

  test('results and calls count here', () => {
    expect(told(SESSION, but(2, OTHER_RESULT), { promises: rest })).toEqual([first('user tool_result on line 3')])
    expect(told(SESSION, but(2, OTHER_RESULT), { promises: { ...rest, rewritten: new Set([2]) } })).toEqual([])
    expect(told(SESSION, SESSION.slice(0, 5), { promises: rest })).toEqual([first('assistant text on line 6')])
    expect(told(SESSION, SESSION.slice(0, 4), { promises: { ...rest, gone: new Set([4, 5]) } })).toEqual([])
    expect(told(SESSION, SESSION.slice(0, 4), { promises: { ...rest, gone: new Set([5]) } })).toHaveLength(1)
    const more = [...SESSION, u('u3', 'a3', 'a third prompt')]
    expect(told(SESSION, more, { promises: rest })).toEqual([first('user text on line 7')])
  })

  test('thinking does not', () => {
    const thought = but(5, a('a3', 'u2', 'm3', [think('so'), text('the second answer')]))
    expect(told(thought, SESSION, { promises: rest })).toEqual([])
  })
})

describe('thinking behind a change', () => {
  const thought = but(5, a('a3', 'u2', 'm3', [think('so'), text('the second answer')]))
  const sentence =
    '1 thinking blocks would come after a change and be invalid, the first one assistant thinking on line 6'

  test('is invalid', () => {
    const changed = but(2, OTHER_RESULT, thought)
    for (const context of ['words', 'rest'] as const)
      expect(told(thought, changed, { promises: { context, rewritten: new Set([2]) } })).toEqual([sentence])
    expect(told(thought, changed, { promises: { rewritten: new Set([2]) } })).toEqual([sentence])
    expect(told(thought, thought)).toEqual([])
  })

  test('wherever it stands in its answer, and if it is redacted', () => {
    for (const blocks of [
      [text('the second'), think('so'), text('answer')],
      [redacted('so'), text('the second answer')],
    ]) {
      const inside = but(5, a('a3', 'u2', 'm3', blocks))
      const changed = but(2, OTHER_RESULT, inside)
      expect(told(inside, inside)).toEqual([])
      expect(told(inside, changed, { promises: { rewritten: new Set([2]) } })).toEqual([sentence])
    }
  })

  test('before it, it is not', () => {
    const early = but(3, a('a2', 'r1', 'm2', [think('so'), text('the first answer')]))
    const changed = but(5, a('a3', 'u2', 'm3', 'another answer'), early)
    expect(told(early, changed, { promises: { rewritten: new Set([5]) } })).toEqual([])
    const beside = but(5, a('a3', 'u2', 'm3', [think('so'), text('another answer')]))
    expect(told(thought, beside, { promises: { rewritten: new Set([5]) } })).toEqual([])
  })

  test('and one that is changed itself is invalid as well', () => {
    const other = but(5, a('a3', 'u2', 'm3', [think('not so'), text('the second answer')]))
    expect(told(thought, other, { promises: { context: 'rest', rewritten: new Set([5]) } })).toEqual([sentence])
  })

  test('a repair brings back what it was signed with', () => {
    const changed = but(2, OTHER_RESULT, thought)
    expect(told(thought, changed, { promises: { context: 'mended', mended: new Set([3]) } })).toEqual([])
  })
})

describe('a repair', () => {
  const mended = (...lines: readonly number[]) => ({ context: 'mended', mended: new Set(lines) }) as const
  const lost = (what: string): string => `the ${what} would no longer be sent, for no known reason`

  test('sends what was sent, but for what it names', () => {
    expect(told(SESSION, SESSION, { promises: mended() })).toEqual([])
    const less = SESSION.slice(0, -1)
    expect(told(SESSION, less, { promises: mended() })).toEqual([lost('text on line 6')])
    expect(told(SESSION, less, { promises: mended(6) })).toEqual([])
    expect(told(SESSION, less, { promises: { ...mended(), rewritten: new Set([5]) } })).toEqual([])
    expect(told(SESSION, but(2, OTHER_RESULT), { promises: mended() })).toEqual([lost('tool_result on line 3')])
  })

  test('as often as it was', () => {
    const twice = [u('u1', null, 'same'), a('a1', 'u1', 'm1', 'yes'), u('u2', 'a1', 'same'), a('a2', 'u2', 'm2', 'no')]
    const once = but(2, u('u2', 'a1', 'else'), twice)
    expect(told(twice, once, { promises: mended() })).toEqual([lost('text on line 3')])
    expect(told(twice, twice, { promises: mended() })).toEqual([])
    const thrice = [...twice, u('u3', 'a2', 'same'), a('a3', 'u3', 'm3', 'end')]
    expect(told(thrice, thrice, { promises: mended() })).toEqual([])
    expect(told(thrice, [...once, ...thrice.slice(4)], { promises: mended() })).toHaveLength(1)
  })

  test('may bring more, in any order, and thinking and notes do not count', () => {
    expect(told(SESSION.slice(0, 4), SESSION, { promises: mended() })).toEqual([])
    const thought = but(5, a('a3', 'u2', 'm3', [think('so'), text('the second answer'), text('[rethread: x]')]))
    expect(told(thought, SESSION, { promises: mended() })).toEqual([])
  })

  test('an image is told by its entry', () => {
    const shown = but(4, u('u2', 'a2', [image(), text('the second prompt')]))
    expect(told(shown, SESSION, { promises: mended() })).toEqual([lost('image on line 5')])
    const other = u('u2', 'a2', [image('AAAA'), text('the second prompt')])
    expect(told(shown, but(4, other), { promises: mended() })).toEqual([])
    const without = u('u2', 'a2', [image('AAAA'), text('another prompt')])
    expect(told(shown, but(4, without), { promises: mended() })).toEqual([lost('text on line 5')])
    // Of another entry it is another one.
    const moved = but(2, u('r1', 'a1', [result('c1', 'came out'), image('AAAA')]))
    expect(told(shown, moved, { promises: mended() })).toEqual([lost('image on line 5')])
  })

  describe('and does not send far more than the last request', () => {
    const used = (tokens: number) => ({ message: { usage: { input_tokens: tokens, output_tokens: 1 } } })
    const answered = (tokens: number): readonly Row[] => [
      u('u1', null, 'p'),
      a('a1', 'u1', 'm1', 'yes', used(10)),
      u('u2', 'a1', 'q'),
      a('a2', 'u2', 'm2', 'done', used(tokens)),
    ]
    const large = (tokens: number, words: number): readonly Row[] => [
      u('u1', null, 'p'),
      a('a1', 'u1', 'm1', 'yes', used(10)),
      u('x1', 'a1', 'word '.repeat(words)),
      u('u2', 'x1', 'q'),
      a('a2', 'u2', 'm2', 'done', used(tokens)),
    ]
    const rows = [0, 1, -1, 2, 3]
    const more = /^the result would send far more than the last request did: about [\d.,k]+ tokens instead of [\d.,k]+$/
    const many = { rows, promises: mended() }

    test('which says how large it was', () => {
      expect(told(answered(6000), large(6000, 60_000), many)).toEqual([expect.stringMatching(more)])
      expect(told(answered(6000), large(6000, 60_000), { rows, promises: { ...mended(), mayGrow: true } })).toEqual([])
      // As large as that was, and about as large.
      expect(told(answered(90_000), large(90_000, 60_000), many)).toEqual([])
      expect(told(answered(6000), large(6000, 20_000), many)).toEqual([])
      // Figures that no client has.
      expect(told(answered(100), large(100, 60_000), many)).toEqual([])
    })

    test('up to the answer that says so', () => {
      const asked = [...answered(6000), u('u3', 'a2', 'word '.repeat(60_000))]
      expect(told(answered(6000), asked, { rows: [0, 1, 2, 3, -1], promises: mended() })).toEqual([])
      // Nobody has said how large it was.
      const uncounted = large(6000, 60_000).map(row => ({
        ...(row as object),
        message: { ...(row as { message: object }).message, usage: undefined },
      }))
      expect(told(uncounted, uncounted, { promises: mended() })).toEqual([])
    })

    test('a tenth more than before is no news', () => {
      expect(
        told(large(6000, 60_000), large(6000, 63_000), { promises: { ...mended(), rewritten: new Set([2]) } }),
      ).toEqual([])
      expect(
        told(large(6000, 60_000), large(6000, 90_000), { promises: { ...mended(), rewritten: new Set([2]) } }),
      ).toEqual([expect.stringMatching(more)])
    })

    test('unless it was sent before as well', () => {
      expect(told(large(6000, 60_000), large(6000, 60_000), { promises: mended() })).toEqual([])
    })
  })
})

describe('whether it resumes', () => {
  test('a result that does not', () => {
    expect(told(SESSION, [], { rows: [] }).join()).toContain('the result would not resume: ')
    expect(told([], [], { rows: [] })).toEqual([])
  })

  test('one that the client would compact first', () => {
    const used = (tokens: number) => ({ message: { usage: { input_tokens: tokens, output_tokens: 1 } } })
    const [small, large] = [10_000, 5_000_000].map(tokens => [
      u('u1', null, 'p'),
      a('a1', 'u1', 'm1', 'yes', used(tokens)),
    ])
    const sentence = 'the client would compact the result before sending anything: '
    expect(told(small!, large!).join()).toContain(sentence)
    expect(told(large!, large!).join()).toBe('')
    expect(
      told(small!, large!, { promises: { context: 'mended', mended: new Set(), mayGrow: true } }).join(),
    ).not.toContain(sentence)
  })
})

describe('findings', () => {
  const lost = [u('u1', null, 'p'), a('a1', 'u1', 'm1', 'yes'), u('u2', 'zz', 'q'), a('a2', 'u2', 'm2', 'done')]
  const sound = but(2, u('u2', 'a1', 'q'), lost)
  const news = (...args: Parameters<typeof judge>): readonly string[] => judge(...args).findings.map(({ code }) => code)

  test('that were not there before are told, with their line', () => {
    expect(news(sound, lost, { promises: { context: 'words' } })).toContain('parent-bridged')
    expect(told(sound, lost, { promises: { context: 'words' } }).join()).toMatch(
      /the result would have a new problem: parent-bridged on line 3: \S/,
    )
  })

  test('that were there before are no news, wherever the line is now', () => {
    expect(news(lost, lost)).toEqual([])
    const shifted = [{ type: 'mode', mode: 'normal' }, ...lost]
    expect(news(lost, shifted, { rows: [-1, 0, 1, 2, 3], promises: { context: 'rest' } })).toEqual([])
  })

  test('of a repair only what loses something', () => {
    const promises = { context: 'mended', mended: new Set([3]) } as const
    expect(news(sound, lost, { promises })).toEqual([])
    const open = but(2, u('r1', 'a1', [text('no result')]))
    const { findings } = judge(SESSION, open, { promises })
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.map(({ severity }) => severity)).not.toContain('cosmetic')
  })

  test('a second one of the same kind is news', () => {
    const twice = [...lost, u('u3', 'yy', 'r'), a('a3', 'u3', 'm3', 'end')]
    const once = [...lost, u('u3', 'a2', 'r'), a('a3', 'u3', 'm3', 'end')]
    expect(news(once, twice, { promises: { context: 'words' } })).toContain('parent-bridged')
  })
})

test('both contexts are part of the verdict', () => {
  const { before, after } = judge(SESSION, SESSION.slice(0, 4), { rows: [0, 1, 2, 3] })
  expect([before.messages.length, after.messages.length]).toEqual([6, 4])
})

test('a compaction between them is compared as it is sent', () => {
  const compacted = [
    ...SESSION,
    boundary('b1', 'a3'),
    summaryOf('s1', 'b1', 'what was'),
    u('u3', 's1', 'on'),
    a('a4', 'u3', 'm4', 'yes'),
  ]
  expect(told(compacted, compacted)).toEqual([])
  const other = compacted.map((one, at) => (at === 7 ? summaryOf('s1', 'b1', 'what was not') : one))
  expect(told(compacted, other).join()).toContain('the model would not see the same: block 1 of ')
  // What is before it is not sent.
  expect(
    told(
      compacted,
      compacted.map((one, at) => (at === 3 ? OTHER_ANSWER : one)),
    ),
  ).toEqual([])
})

test('each of many blocks counts, to the last one', () => {
  const many = (last: string, more: readonly Block[] = []): readonly Row[] =>
    Array.from({ length: 300 }, (_, at) =>
      at % 2 === 0
        ? u(`u${at}`, at === 0 ? null : `a${at - 1}`, [
            text(at === 298 ? last : `prompt ${at}`),
            ...(at === 298 ? more : []),
          ])
        : a(`a${at}`, `u${at - 1}`, `m${at}`, [text(`answer ${at}`), text('and more')]),
    )
  expect(told(many('x'), many('x'))).toEqual([])
  expect(told(many('x'), many('y'))).toEqual([
    'the model would not see the same: block 448 of 450 (user text on line 299) differs',
  ])
  // Notes are told from words there as well.
  const noted = many('x', [text('[rethread: left out]')])
  expect(told(many('x'), noted, { promises: { context: 'words' } })).toEqual([])
  const other = many('x', [text('[rethink: left out]')])
  expect(told(many('x'), other, { promises: { context: 'words' } })).toHaveLength(1)
})

describe('compared with the session as it would be if it ended elsewhere', () => {
  const branched = [...SESSION, u('x1', 'a2', 'a branch'), a('x2', 'x1', 'm9', 'its answer')]
  const ended = branched.filter((_, at) => at < 4 || at > 5)
  const rows = [0, 1, 2, 3, 6, 7]

  test('at the row that the plan names', () => {
    expect(told(branched, SESSION, { rows: [0, 1, 2, 3, 4, 5], promises: { leaf: 5 } })).toEqual([])
    expect(told(branched, ended, { rows, promises: { leaf: 5 } }).join()).toContain('would not see the same')
    expect(told(branched, SESSION, { rows: [0, 1, 2, 3, 4, 5] }).join()).toContain('would not see the same')
  })

  test('or with what it is given to be compared with', () => {
    const bytes = rowsOf(SESSION)
    const before = examine(rowsOf(branched), folderOf(idIn(bytes)))
    const [after, compared] = [examine(bytes, folderOf(idIn(bytes))), examine(bytes, folderOf(idIn(bytes)))]
    const plan = planOf(SESSION, {})
    const evidence = { before, after, unaccounted: [], folder: undefined }
    expect(verify(plan, { ...evidence, compared }).broken).toEqual([])
    expect(verify(plan, evidence).broken.join()).toContain('would not see the same')
  })

  test('where it does not resume, nothing is promised of what is sent', () => {
    const none = [{ type: 'mode', mode: 'normal', sessionId: idIn(rowsOf(SESSION)) }]
    const all = [...none, ...SESSION]
    expect(told(none, all, { rows: [0, -1, -1, -1, -1, -1, -1], promises: { leaf: 0 } })).toEqual([])
  })
})

describe('prompts that were queued', () => {
  const queued = (name: string, parent: string, prompt: string): Row =>
    att(name, parent, 'queued_command', { prompt, commandMode: 'prompt' })
  const words = { context: 'words' } as const
  const before = [
    u('u1', null, 'p'),
    a('a1', 'u1', 'm1', 'yes'),
    u('u2', 'a1', 'then this'),
    queued('q1', 'u2', 'one'),
    queued('q2', 'q1', 'two'),
    a('a2', 'q2', 'm2', 'done'),
  ]

  test('may be sent in another order between two answers, and each is sent', () => {
    const turned = before.map((row, at) =>
      at === 3 ? queued('q1', 'u2', 'two') : at === 4 ? queued('q2', 'q1', 'one') : row,
    )
    expect(told(before, turned, { rows: [0, 1, 2, 4, 3, 5], promises: words })).toEqual([])
    expect(told(before, turned, { promises: words })).toHaveLength(1)
    const lost = before.map((row, at) => (at === 4 ? queued('q2', 'q1', 'else') : row))
    expect(told(before, lost, { promises: words })).toHaveLength(1)
  })

  test('others may not', () => {
    const plain = [u('u1', null, 'one'), u('u2', 'u1', 'two'), a('a1', 'u2', 'm1', 'yes')]
    const turned = [u('u1', null, 'two'), u('u2', 'u1', 'one'), a('a1', 'u2', 'm1', 'yes')]
    expect(told(plain, turned, { rows: [1, 0, 2], promises: words })).toHaveLength(1)
  })
})
