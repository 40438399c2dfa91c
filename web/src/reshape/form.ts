// What a person chooses on the page, and the words that it is asked by.

import type { ChangeWords } from '../api.js'

export const VERBS = [
  {
    verb: 'trim',
    label: 'Trim',
    about: 'Shrink to a token budget: repeated and outdated content first. Prompts and answers are kept.',
  },
  { verb: 'strip', label: 'Strip', about: 'Remove kinds of content. All prompts and answers are kept, in order.' },
  { verb: 'take-out', label: 'Take out', about: 'Remove what you marked: calls, tools, kinds of content, turns.' },
  {
    verb: 'compress',
    label: 'Compress',
    about: 'Replace old turns by a summary. It is made from the session itself; nobody is asked.',
  },
  { verb: 'clone', label: 'Clone', about: 'Copy the session, a branch of it, or all up to a turn.' },
  { verb: 'repair', label: 'Repair', about: 'Fix what the client would not read, or would lose.' },
  { verb: 'redact', label: 'Redact', about: 'Replace secrets everywhere in the session and beside it.' },
] as const satisfies readonly { readonly verb: ChangeWords['verb']; readonly label: string; readonly about: string }[]

export type FormVerb = (typeof VERBS)[number]['verb']

export const STRIP_KINDS = ['tools', 'results', 'thinking', 'images', 'snapshots', 'bookkeeping'] as const
export type StripKind = (typeof STRIP_KINDS)[number]

export interface Form {
  readonly verb: FormVerb
  readonly title: string
  /** Of trim, in tokens. */
  readonly budget: number | undefined
  /** Of strip: instead of kinds and a zone. */
  readonly preset: string
  /** Of strip and take out. */
  readonly kinds: readonly StripKind[]
  readonly oldest: number
  readonly by: 'turns' | 'calls' | 'tokens'
  readonly keepLast: number
  /** Of take out. */
  readonly calls: readonly string[]
  readonly tools: readonly string[]
  readonly turns: readonly number[]
  /** Of clone. */
  readonly toTurn: number | undefined
  readonly leaf: string
  readonly beforeCompaction: number | undefined
  readonly assume: boolean
  readonly paths: boolean
  readonly names: boolean
}

export function formFrom(words: URLSearchParams): Form {
  const list = (name: string): readonly string[] => (words.get(name) ?? '').split(',').filter(one => one !== '')
  const number = (name: string): number | undefined =>
    /^\d+$/.test(words.get(name) ?? '') ? Number(words.get(name)) : undefined
  const kinds = list('kinds').filter((kind): kind is StripKind => STRIP_KINDS.some(one => one === kind))
  return {
    verb: VERBS.find(({ verb }) => verb === words.get('verb'))?.verb ?? 'trim',
    title: '',
    budget: number('budget'),
    preset: words.get('preset') ?? '',
    kinds: kinds.length > 0 ? kinds : words.get('verb') === 'take-out' ? [] : ['tools'],
    oldest: 50,
    by: 'calls',
    keepLast: 0,
    calls: list('calls'),
    tools: list('tools'),
    turns: list('turns').map(Number).filter(Number.isInteger),
    toTurn: number('toTurn'),
    leaf: words.get('leaf') ?? '',
    beforeCompaction: number('beforeCompaction'),
    assume: false,
    paths: false,
    names: false,
  }
}

/** Undefined where nothing is chosen yet. */
export function wordsOf(form: Form): ChangeWords | undefined {
  const title = form.title.trim() === '' ? {} : { title: form.title.trim() }
  switch (form.verb) {
    case 'trim':
      return form.budget === undefined ? undefined : { verb: 'trim', ...title, budget: form.budget }
    case 'strip': {
      if (form.preset !== '') return { verb: 'strip', ...title, preset: form.preset }
      if (form.kinds.length === 0) return undefined
      const kinds = Object.fromEntries(form.kinds.map(kind => [kind, true]))
      const zone = form.oldest >= 100 ? {} : { oldest: `${form.oldest}%`, by: form.by }
      return { verb: 'strip', ...title, ...kinds, ...zone, ...(form.keepLast > 0 ? { keepLast: form.keepLast } : {}) }
    }
    case 'take-out': {
      const { calls, tools, kinds, turns } = form
      if (calls.length + tools.length + kinds.length + turns.length === 0) return undefined
      return {
        verb: 'take-out',
        ...title,
        ...(calls.length > 0 ? { calls: [...calls] } : {}),
        ...(tools.length > 0 ? { tools: [...tools] } : {}),
        ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
        ...(turns.length > 0 ? { turns: turns.map(turn => ({ from: turn, to: turn })) } : {}),
      }
    }
    case 'compress':
      return { verb: 'compress', ...title, oldest: `${form.oldest}%`, by: form.by }
    case 'clone':
      return {
        verb: 'clone',
        ...title,
        ...pointOf(form),
      }
    case 'repair':
      return { verb: 'repair', ...title, ...(form.assume ? { assume: true } : {}) }
    case 'redact':
      return {
        verb: 'redact',
        ...title,
        ...(form.paths ? { paths: true } : {}),
        ...(form.names ? { names: true } : {}),
      }
  }
}

/** At most one of them. */
function pointOf({ leaf, toTurn, beforeCompaction }: Form) {
  if (leaf !== '') return { leaf }
  if (beforeCompaction !== undefined) return { beforeCompaction }
  return toTurn === undefined ? {} : { toTurn }
}
