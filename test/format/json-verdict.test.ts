// The scanner says of every text what JSON.parse says of it. The verdicts below are written from RFC 8259, by hand;
// JSON.parse is asked too, so that a wrong expectation cannot hide.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newScan, resetScan, scanOn } from '../../src/format/json/scan.js'
import { runs } from '../runs.js'
import { anyText, pick } from './any-json-text.js'
import { expectTiles, isJson, randomFrom } from './expect-tiles.js'
import { isTaken } from './same-scan.js'

const utf8 = new TextEncoder()

/** Text as UTF-8; an array is taken byte by byte. */
type Text = string | readonly (number | string)[]

function bytesOf(text: Text): Uint8Array {
  if (typeof text === 'string') return utf8.encode(text)
  return Uint8Array.from(text.flatMap(piece => (typeof piece === 'number' ? [piece] : [...utf8.encode(piece)])))
}

/** Is this one JSON value, with nothing but white space around it? */
function accepts(bytes: Uint8Array): boolean {
  const scan = newScan()
  resetScan(scan, 0)
  if (scanOn(scan, bytes, bytes.length) !== 'complete') return false
  return bytes.subarray(scan.position).every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

const ACCEPTED: readonly Text[] = [
  // Numbers.
  ...['0', '-0', '1', '-1', '9', '10', '19', '-10', '100', '123', '1234567890', '0.0', '-0.0', '0.5', '1.0', '1.00'],
  ...['0e0', '0E0', '0e+0', '0e-0', '-0e0', '1e5', '1E5', '1e+5', '1e-5', '1E+5', '1E-5', '1e05', '1e00', '1.5e3'],
  ...['1.5E-3', '-1.5e+3', '1e400', '-1e400', '1e-400', '123e65', '123.456789', '123.456e78', '-123.456e-78'],
  ...['9007199254740993', '-9007199254740993', '12345678901234567890', '0.1e1', '0.30000000000000004', '20e1'],
  ...['-237462374673276894279832749832423479823246327846', '0.0000000000000000000000000000000000000000000000001'],
  ...[`1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`, `1e${'0'.repeat(400)}1`, ' 1 ', '\t1\n', '\r\n-1\r\n'],
  // Words.
  ...['true', 'false', 'null', ' true ', '\nfalse', 'null\r', '[true]', '[false,null]', '{"a":true}'],
  // Strings.
  ...['""', '"a"', '" "', '"abc"', '"0"', '"true"', `"${'x'.repeat(3)}"`, `"${'x'.repeat(4)}"`, `"${'x'.repeat(5)}"`],
  ...[`"${'x'.repeat(1000)}"`, '"\\""', '"\\\\"', '"\\/"', '"\\b"', '"\\f"', '"\\n"', '"\\r"', '"\\t"', '"/"', '"\'"'],
  ...['"\\u0000"', '"\\u0020"', '"\\u0022"', '"\\u005c"', '"\\u00e9"', '"\\u00E9"', '"\\uABCD"', '"\\uabcd"'],
  ...['"\\uAbCd"', '"\\uffff"', '"\\uFFFE"', '"\\u0061\\u0062"', '"\\u2028\\u2029"', '"a\\u0000b"', '"\\\\u0000"'],
  ...['"\\\\n"', '"\\\\\\""', '"\\\\\\\\"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\\\a"', '"a\\\\"', '"{\\"a\\":1}"'],
  ...['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\\ud83D\\uDe00"', '"\\ud800"', '"\\udc00"', '"\\udbff"', '"\\udfff"'],
  ...['"\\ud800a"', '"a\\udc00"', '"\\ud800\\ud800"', '"\\udc00\\ud800"', '"\\ud800\\u0041"', '"\\ud800\\n"'],
  ...['"\\ud800\\ud83d\\ude00"', '"\\udc00\\udc00"', '"\\ud800\\\\udc00"', '"\\ud83d😀"', '"\\u007f"', '"\u007f"'],
  ...['"é"', '"ß"', '"日本語"', '"😀"', '"\u0080"', '"\u07ff"', '"\u0800"', '"\uffff"', '"\u{10000}"', '"\u{10ffff}"'],
  ...['"\u2028"', '"\u2029"', '"\ufeff"', '"\u00a0"', '"\u0085"', '"\ufffd"', '"\u200b"', '"\ue000"', '"a\u0301"'],
  ...['"//"', '"/* */"', '"#"', '"[1,2"', '"}"', '"{"', '","', '":"', '"%00"', '"<script>"', '"NaN"'],
  ...['"aé"', '"aaé"', '"aaaé"', '"aaaaé"', '"aaaaaé"', '"aaa\\n"', '"aaaa\\n"', '"aaaaaaa\\\\"', '"aaaaaaaa\\""'],
  // Bytes that are no UTF-8: whoever decodes them puts U+FFFD in their place, so inside a string they are no error.
  ...[[0x22, 0x80, 0x22] as const, [0x22, 0xff, 0x22] as const, [0x22, 0xc3, 0x22] as const],
  ...[
    ['"', 0xc0, 0xaf, '"'],
    ['"', 0xe2, 0x82, '"'],
    ['"', 0xe0, 0x80, 0x80, '"'],
    ['"', 0xed, 0xa0, 0x80, '"'],
    ['"', 0xf0, 0x9f, 0x98, '"'],
    ['"', 0xf0, 0x80, 0x80, 0x80, '"'],
    ['"', 0xf4, 0x90, 0x80, 0x80, '"'],
    ['"', 0xf8, 0x88, 0x80, 0x80, 0x80, '"'],
    ['"', 0xfe, 0xff, '"'],
    ['"abc', 0xe9, 'def"'],
    ['"', 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, '"'],
    ['{"', 0xff, '":1}'],
    ['["', 0xe2, '","', 0x82, '"]'],
    ['"', 0xc3, '\\n"'],
    ['"\\\\', 0xff, '"'],
  ],
  // Arrays.
  ...['[]', '[ ]', '[\n]', '[\t\r\n ]', '[1]', '[1,2]', '[1 ,2]', '[1, 2]', ' [1] ', '[[]]', '[[],[]]', '[[[]]]'],
  ...['["a"]', '[""]', '[null]', '[{}]', '[{},{}]', '[1,"a",true,null,[],{}]', '[1,[2,[3,[4]]]]', '[[1],2,[3]]'],
  ...['[1\n,1\n,2]', '[1,null,null,null,2]', '[-0,1e5]', '[0,-1]', '["]"]', '["[",1]', `[${'1,'.repeat(999)}1]`],
  // Objects.
  ...['{}', '{ }', '{\n}', '{\t}', '{"a":1}', '{"a" :1}', '{"a": 1}', '{ "a":1}', '{"a":1 }', '{"a":1,"b":2}'],
  ...['{"":0}', '{"a":{}}', '{"a":[]}', '{"a":{"b":{"c":{}}}}', '{"a":"b"}', '{"a":null}', '{"a":[{"b":[{}]}]}'],
  ...['{"a":1,"a":2}', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"b":1,"a":2,"b":3}', '{"__proto__":1}'],
  ...['{"__proto__":{},"__proto__":[]}', '{"constructor":{"prototype":{}}}', '{"1":1,"0":0}', '{"\\u0000":1}'],
  ...['{"a\\"b":1}', '{"a\\\\":1}', '{"\\ud800":1}', '{"é":1}', '{"{":"}"}', '{":":","}', '{"//":1}'],
  ...['{\r\n  "a": 1,\r\n  "b": [\r\n    2\r\n  ]\r\n}\r\n', '{"a"\n:\n1\n}', '\n\n{}\n\n', '{"a":1}\n', '\r{}\r'],
  // Depth.
  ...[`${'['.repeat(63)}${']'.repeat(63)}`, `${'['.repeat(64)}${']'.repeat(64)}`, `${'['.repeat(65)}${']'.repeat(65)}`],
  ...[`${'['.repeat(100_000)}${']'.repeat(100_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ...[`${'[{"a":'.repeat(500)}[]${'}]'.repeat(500)}`, `[${'[],'.repeat(500)}[]]`],
]

const REJECTED: readonly Text[] = [
  // Nothing.
  ...['', ' ', '\n', '\t\r\n '],
  // Numbers.
  ...[
    '-',
    '+',
    '+1',
    '++1',
    '--1',
    '-+1',
    '01',
    '00',
    '-01',
    '-00',
    '012',
    '1.',
    '-1.',
    '.5',
    '-.5',
    '.',
    '0.',
    '1.e5',
  ],
  ...['.e5', '1e', '1E', '1e+', '1e-', '1E+', '1e5.5', '1e5e5', '1.5.5', '1..5', '1ee5', '1e++5', '1eE5', '0e', '0.e1'],
  ...['0.1e', '0x1', '0xFF', '0b1', '0o7', '1_000', '1,000', '1 000', '1a', '1n', '1f', '1.0f', '- 1', '-a', '1e5a'],
  ...[
    'NaN',
    '-NaN',
    'Infinity',
    '-Infinity',
    '+Infinity',
    'inf',
    'nan',
    '１',
    '\u0661',
    '1\u0000',
    '1-1',
    '1+1',
    '-2.',
  ],
  ...['[1.]', '[.1]', '[01]', '[-]', '[+1]', '[1e]', '[0x1]', '[NaN]', '{"a":01}', '{"a":-}', '{"a":1.}', '[1ea]'],
  // Words.
  ...[
    'True',
    'TRUE',
    'False',
    'Null',
    'NULL',
    'tru',
    'truee',
    'true1',
    't',
    'f',
    'n',
    'fals',
    'falsee',
    'nul',
    'nulll',
  ],
  ...[
    'undefined',
    'none',
    'nil',
    'yes',
    'true false',
    'truefalse',
    '[tru]',
    '[nul]',
    '{"a":t}',
    'tr ue',
    'trux',
    'falsy',
  ],
  // Strings.
  ...[
    '"',
    '"a',
    'a"',
    '"a"b',
    '"a""b"',
    '"a" "b"',
    "'a'",
    "'",
    '`a`',
    '"""',
    '"\\"',
    '"\\',
    '"a\\',
    '"\\a"',
    '"\\x41"',
  ],
  ...[
    '"\\0"',
    '"\\1"',
    '"\\v"',
    '"\\e"',
    '"\\\'"',
    '"\\U0041"',
    '"\\ "',
    '"\\\n"',
    '"\\u"',
    '"\\u1"',
    '"\\u12"',
    '"\\u123"',
  ],
  ...[
    '"\\u123',
    '"\\u1234',
    '"\\uZZZZ"',
    '"\\u00g0"',
    '"\\u+041"',
    '"\\u 041"',
    '"\\u0x41"',
    '"\\ud800\\"',
    '"\\ud800\\u"',
  ],
  ...['"\\ud800\\u1"', '"\\ud800\\u12"', '"\\ud800\\ug000"', '"\\ud800\\x"', '"\\ud83d\\ude0"', '"\\é"', '"\\\u0000"'],
  ...[
    '"\n"',
    '"\r"',
    '"\t"',
    '"\u0000"',
    '"\u0001"',
    '"\u0008"',
    '"\u000c"',
    '"\u001f"',
    '"a\nb"',
    '"a\tb"',
    '"aaaa\n"',
  ],
  ...['"aaaaaaa\u001f"', '"aaaaaaaa\u0000"', '"aaaaaaaaa\u001f"', `"${'x'.repeat(100)}\n"`, `"${'x'.repeat(101)}`],
  ...[
    'abc',
    '\\u0061',
    '"a"\\',
    '\\"a\\"',
    '“a”',
    '"\\u{61}"',
    '"a\\u"',
    '["\\a"]',
    '["a\nb"]',
    '["',
    '["a',
    '{"a',
    '{"a"',
  ],
  // Arrays.
  ...[
    '[',
    ']',
    '[[',
    ']]',
    '[]]',
    '[[]',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[,]',
    '[1,,2]',
    '[1 2]',
    '[1;2]',
    '[1:2]',
    '["a":1]',
  ],
  ...[
    '[}',
    '[1}',
    '[]1',
    '[1]]',
    '1]',
    '1,2',
    '[],[]',
    '[][]',
    '[1],',
    ',[1]',
    '[\n',
    '[1\n',
    '[1,\n',
    '[1\n1]',
    '["a"',
    '["a",',
  ],
  ...[
    '[{}',
    '[{]}',
    '[{]',
    '[}]',
    '(1)',
    '[1,2}',
    '[1,{]}',
    '["a",\n4\n,1,',
    '[...]',
    '[1,null 2]',
    '[\u000b1]',
    '[\u000c]',
  ],
  // Objects.
  ...[
    '{',
    '}',
    '{{',
    '{{}}',
    '{}}',
    '{]',
    '{1}',
    '{1:1}',
    '{a:1}',
    "{'a':1}",
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
  ],
  ...[
    '{,}',
    '{,"a":1}',
    '{"a":1,,"b":2}',
    '{"a":1 "b":2}',
    '{"a" 1}',
    '{"a",1}',
    '{"a"::1}',
    '{"a":1:2}',
    '{:1}',
    '{"a":1]',
  ],
  ...[
    '{"a":1}}',
    '{"a":1}{"b":2}',
    '{}{}',
    '{} {}',
    '{},{}',
    '{}\n{}',
    '{null:1}',
    '{true:1}',
    '{[]:1}',
    '{{}:1}',
    '{"a":"b}',
  ],
  ...[
    '{"a":1"b":2}',
    '{"a"=1}',
    '{"a"=>1}',
    '{"a":1;}',
    '{"a":\n',
    '{"a"\n',
    '{\n',
    '{"a":1,\n',
    '{"a":[}',
    '{"a":[1}]',
    '{"a":{]}',
  ],
  ...[
    '{\u00a0}',
    '{"a":\u00a01}',
    '\u00a0{}',
    '{}\u00a0',
    '\u2028{}',
    '{}\u2029',
    '\u3000{}',
    '\u0085{}',
    '\u000b{}',
    '{}\u000c',
  ],
  ...[
    '{"a":1,"b"}',
    '{"a":1,2}',
    '{"a":1,[]}',
    '{"a":1,{}}',
    '{"a":b}',
    '{"\n":1}',
    '{"\\x":1}',
    '{"a":/}',
    '{"a":@}',
    '{"a":"\\u"}',
  ],
  // Comments and other dialects.
  ...[
    '//',
    '// a',
    '{}// a',
    '{}//',
    '{} // a',
    '/**/',
    '{}/**/',
    '/* a */{}',
    '{/**/}',
    '{"a":/**/1}',
    '{"a":1/**/}',
    '# a',
    '{}#',
  ],
  ...[
    '#{}',
    '<a/>',
    '---',
    'a: 1',
    '{"a":1} trailing',
    '{"a":1} 1',
    '{} null',
    'null null',
    'null,',
    ',',
    ':',
    ';',
    '@',
    '/',
    '\\',
    '*',
    '&',
  ],
  // Encodings.
  ...[
    '\ufeff',
    '\ufeff{}',
    '\ufeff[]',
    '\ufeff1',
    '{}\ufeff',
    '[\ufeff]',
    '{\ufeff"a":1}',
    '{"a":\ufeff1}',
    '\ufeff"a"',
    '\u0000',
    '{}\u0000',
  ],
  ...[
    '\u0000{}',
    '[\u0000]',
    '{"a":\u00001}',
    '[1\u0000]',
    '\u0001',
    '\u001f{}',
    '\u007f',
    'é',
    '[é]',
    '{é:1}',
    '😀',
    '[\u200b]',
    '\u200b{}',
  ],
  ...[
    [0x80],
    [0xff],
    [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    [0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d],
    ['{', 0xff, '}'],
    ['[1', 0x80, ']'],
    ['{}', 0xc3],
    [0xef, 0xbb, '{}'],
    [0xef, '{}'],
    ['["a"', 0xe9, ']'],
    ['"abc', 0xff],
    ['"\\', 0xff, '"'],
    ['"\\u00', 0xe9, '0"'],
    ['tru', 0xe5],
    ['1', 0xe5],
    ['{"a":', 0xf0, 0x9f, 0x98, 0x80, '}'],
    ['[\u2060', ']'],
  ],
  // Depth.
  ...[
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    `${'['.repeat(65)}${']'.repeat(64)}`,
    `${'['.repeat(64)}${']'.repeat(65)}`,
  ],
  ...[`${'['.repeat(1000)}${'}'.repeat(1000)}`, `${'[{'.repeat(1000)}`, `${'{"a":'.repeat(1000)}${'}'.repeat(1000)}`],
]

const cases = [...ACCEPTED.map(text => [text, true] as const), ...REJECTED.map(text => [text, false] as const)]
const table = cases.map(([text, verdict]) => [named(text), text, verdict] as const)

function named(text: Text): string {
  const shown = JSON.stringify(text)
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown
}

test('the table is large and holds no text twice', () => {
  expect(table.length).toBeGreaterThanOrEqual(300)
  const texts = table.map(([, text]) => Buffer.from(bytesOf(text)).toString('latin1'))
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

describe('the verdict', () => {
  test.each(table)('%s', (_, text, verdict) => {
    const bytes = bytesOf(text)
    expect(isJson(bytes), 'the expectation itself').toBe(verdict)
    expect(accepts(bytes)).toBe(verdict)
  })
})

test('every text survives as a file, as a line among others and as a value in a record', () => {
  for (const [, text] of table) {
    const bytes = bytesOf(text)
    expectTiles(bytes)
    const good = utf8.encode('{"type":"user","uuid":"a","sessionId":"s"}\n')
    expectTiles(Buffer.concat([good, bytes, utf8.encode('\n'), good]), { chunkings: 1 })
    const record = Buffer.concat([utf8.encode('{"type":"user","value":'), bytes, utf8.encode('}')])
    const { entries } = expectTiles(record, { chunkings: 1 })
    const isWhole = entries.length === 1 && entries[0]!.length === record.length
    expect(isWhole, named(text)).toBe(isJson(record))
  }
})

test('the quick scanner takes what is good of them, and nothing else', () => {
  for (const [, text] of table) {
    const bytes = bytesOf(text)
    const record = Buffer.concat([utf8.encode('{"value":'), bytes, utf8.encode('}\n1.5e3,"x":true,null]}}')])
    const ends = record.length > 1000 ? 2 : 40
    for (let end = record.length; end > Math.max(9, record.length - ends); end--) isTaken(record, 0, end)
  }
})

test('the verdict does not depend on where the text stands in memory', () => {
  for (const [name, text, verdict] of table) {
    const bytes = bytesOf(text)
    for (const shift of [1, 2, 3, 5]) {
      // What stands behind the text must not count either.
      const memory = new Uint8Array(bytes.length + 16).fill(0x22)
      memory.set(bytes, shift)
      expect(accepts(memory.subarray(shift, shift + bytes.length)), name).toBe(verdict)
    }
  }
})

describe('generated texts', () => {
  const seeds = fc.integer({ min: 0, max: 0x7fffffff })

  test('valid ones are accepted, in any white space and any bytes', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const { bytes } = anyText(randomFrom(seed), { breaks: true, anyBytes: true })
        expect(isJson(bytes)).toBe(true)
        expect(accepts(bytes)).toBe(true)
      }),
      { numRuns: runs(250, 3000), seed: 1 },
    )
  })

  test('what JSON.stringify writes is accepted', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        expect(accepts(utf8.encode(JSON.stringify(value, null, indent)))).toBe(true)
      }),
      { numRuns: runs(200, 2000), seed: 2 },
    )
  })

  test('after a few changed bytes the verdict is still that of JSON.parse', () => {
    const LIKELY = [...utf8.encode('{}[]",:\\/ \n\t\r0123456789-+.eEtrufalsn\u0000\u001fé\u2028')]
    let rejected = 0
    fc.assert(
      fc.property(seeds, seed => {
        const random = randomFrom(seed)
        const bytes = [...anyText(random, { breaks: true, anyBytes: true }).bytes]
        for (let times = 1 + random(2); times > 0; times--) {
          const byte = random(3) ? pick(random, LIKELY) : random(256)
          bytes.splice(random(bytes.length + 1), random(3), ...(random(3) ? [byte] : []))
        }
        const text = Uint8Array.from(bytes)
        const verdict = isJson(text)
        if (!verdict) rejected++
        expect(accepts(text), Buffer.from(text).toString('latin1')).toBe(verdict)
      }),
      { numRuns: runs(1500, 20_000), seed: 3 },
    )
    expect(rejected).toBeGreaterThan(runs(375, 5000))
  })

  test('any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), bytes => {
        expect(accepts(bytes)).toBe(isJson(bytes))
      }),
      { numRuns: runs(400, 5000), seed: 4 },
    )
  })

  test('a scan that stops at every line break comes to the same verdict', () => {
    for (let seed = 0; seed < runs(200, 2000); seed++) {
      const { bytes, tree } = anyText(randomFrom(seed), { breaks: true, anyBytes: true })
      const scan = newScan()
      resetScan(scan, tree.start)
      let outcome = ''
      for (let end = tree.start; outcome !== 'complete' && end < bytes.length; ) {
        const at = bytes.indexOf(0x0a, end)
        end = at < 0 ? bytes.length : at + 1
        outcome = scanOn(scan, bytes, end)
        expect(outcome).not.toBe('bad')
      }
      expect(outcome).toBe('complete')
      expect(scan.position).toBe(tree.end)
    }
  })
})
