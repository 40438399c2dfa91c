// Every verb with its flags, drawn by a seed for a session that is there: what people may ask of it.

import { randomFrom } from '../../tools/generator/random.js'
import type { VariedSession } from '../../tools/generator/varied-session.js'

interface Asked {
  readonly turns: number
  readonly compactions: number
  /** Of prompts and answers of the main conversation. */
  readonly uuids: readonly string[]
  readonly tokens: number
  readonly elsewhere: string
}

/** What it takes to ask: `turns` and `tokens` as the commands tell them. */
export function askedOf(session: VariedSession, told: Pick<Asked, 'turns' | 'tokens' | 'elsewhere'>): Asked {
  const entries = new TextDecoder()
    .decode(session.bytes)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const isSaid = (one: { type: string; isSidechain?: boolean; isCompactSummary?: boolean }): boolean =>
    (one.type === 'user' || one.type === 'assistant') && one.isSidechain !== true && one.isCompactSummary !== true
  return {
    ...told,
    compactions: entries.filter(one => one.subtype === 'compact_boundary').length,
    uuids: entries.filter(isSaid).map(one => one.uuid),
  }
}

const KINDS = ['--tools', '--results', '--thinking', '--images', '--snapshots', '--bookkeeping']

/** The arguments of some forty calls, without the session. */
export function waysFor(seed: number, { turns, compactions, uuids, tokens, elsewhere }: Asked): readonly string[][] {
  const random = randomFrom(seed)
  const turn = (): string => String(random.int(1, Math.max(1, turns)))
  const share = (): string => `${random.int(1, 9)}0%`
  const zone = (): string[] =>
    random.pick<string[]>([
      [],
      ['--oldest', share()],
      ['--oldest', share(), '--by', 'calls'],
      ['--oldest', share(), '--by', 'tokens'],
      ['--before-turn', turn()],
      ['--keep-last', String(random.int(1, 4))],
      ['--keep-last-calls', String(random.int(1, 9))],
    ])
  const few = <T>(list: readonly T[]): T[] => list.filter(() => random.chance(0.4))
  const strip = (): string[] => {
    const kinds = few(KINDS)
    return ['strip', ...(kinds.length === 0 ? [random.pick(KINDS)] : kinds), ...zone()]
  }
  const times = (count: number, make: () => string[]): string[][] => Array.from({ length: count }, make)
  return [
    ['clone'],
    ['clone', '--linear'],
    ['clone', '--keep-ids'],
    ['clone', '--rewrite-words', '--title', 'a copy'],
    ...times(3, () => ['clone', '--leaf', random.pick(uuids)]),
    ...(turns === 0 ? [] : times(3, () => ['clone', '--to-turn', turn(), ...(random.chance(0.3) ? ['--linear'] : [])])),
    ...(compactions === 0 ? [] : [['clone', '--before-compaction', String(random.int(1, compactions))]]),
    ...KINDS.map(kind => ['strip', kind]),
    ...times(5, strip),
    ['strip', '--tools', '--mode', random.pick(['truncate', 'stub']), ...zone()],
    ['strip', '--results', '--mode', random.pick(['truncate', 'stub']), '--larger-than', '1k'],
    ['strip', '--tools', random.pick(['--only', '--except']), 'Bash,Read,mcp__*'],
    ['strip', '--results', '--thinking', '--soft', ...zone()],
    ['strip', '--preset', random.pick(['gentle', 'routine', 'emergency'])],
    ['strip', '--tools', '--linear'],
    ...times(3, () => ['trim', '--budget', String(Math.ceil(tokens * (0.3 + 0.65 * random.next())))]),
    // One turn at least is left.
    ...(turns < 2
      ? []
      : [
          ['cut', '--turns', turn()],
          ['cut', '--turns', [...new Set([turn(), turn(), turn()])].slice(0, turns - 1).join(',')],
        ]),
    ['cut', '--messages', random.pick(uuids)],
    ['compress', '--keep-last', String(random.int(1, 3))],
    ['compress', '--keep-last-calls', String(random.int(1, 6)), '--keep-tools'],
    ['compress', '--oldest', share(), ...(random.chance(0.5) ? ['--by', random.pick(['calls', 'tokens'])] : [])],
    ['compress', '--bands', '0-50:20%,50-80:50%'],
    ['redact'],
    ['redact', '--paths', '--names'],
    ['redact', '--entropy'],
    ['move', '--to', elsewhere],
    ['move', '--to', elsewhere, '--renamed'],
    ['repair'],
    ['repair', '--assume'],
  ]
}

/** Each has a place of its own in docs/reshape.md: what a verb refuses by what it is asked for, and not in doubt. */
export const BY_DESIGN = [
  /^budget missed by /,
  /^nothing to compress: /,
  /^nothing was compressed: /,
  /^no turn falls into these bands$/,
  /^the session does not resume: /,
  /^ended with 2: rethread: there is nothing before compaction /,
]
