// What the client knows of models: which it still offers, and how it speaks to them. (N28, N29, N34)

/**
 * Names of one model under several providers, with or without a date or a window, are one: the family and its
 * version. Names that are none of these are compared as they are.
 */
export function canonicalModel(model: string): string {
  const name = withoutWindow(model).toLowerCase()
  const match = FAMILY_FIRST.exec(name) ?? VERSION_FIRST.exec(name)
  if (!match?.groups) return name
  const { family, major, minor } = match.groups
  return minor === undefined ? `claude-${family}-${major}` : `claude-${family}-${major}-${minor}`
}

/** claude-opus-4-6, also inside other names; behind a version of two numbers a date may follow. */
const FAMILY_FIRST =
  /claude-(?<family>opus|sonnet|haiku|fable|mythos)-(?<major>\d{1,2})(?!\d)(?:[-.](?<minor>\d{1,2})(?!\d))?/
/** claude-3-5-sonnet */
const VERSION_FIRST = /claude-(?<major>\d)(?:[-.](?<minor>\d))?-(?<family>opus|sonnet|haiku)/

export function withoutWindow(model: string): string {
  return model.trim().replace(/\[1m\]$/i, '')
}

/** Models that a session is resumed with; all others are replaced by the default. */
const OFFERED: ReadonlySet<string> = new Set([
  'claude-opus-4-5',
  'claude-opus-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-3-5',
  'claude-sonnet-4-5',
  'claude-sonnet-4-6',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
  'claude-haiku-4-5',
  'claude-haiku-5-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-fable-5-2',
])

export function isOffered(model: string): boolean {
  return OFFERED.has(canonicalModel(model))
}

/** Models that take messages of role system between the others (A1.6). */
const TAKES_SYSTEM: ReadonlySet<string> = new Set([
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-fable-5-2',
])

export function takesSystem(model: string): boolean {
  return TAKES_SYSTEM.has(canonicalModel(model))
}

/** Models whose history the client summarises when it fills the window (N30); a window of a million can be asked for. */
const WINDOWS: ReadonlyMap<string, number> = new Map([
  ['claude-opus-4-6', 200_000],
  ['claude-sonnet-4-6', 200_000],
  ['claude-opus-4-7', 1_000_000],
  ['claude-opus-4-8', 1_000_000],
  ['claude-opus-5', 1_000_000],
  ['claude-opus-5-5', 1_000_000],
  ['claude-sonnet-5', 1_000_000],
  ['claude-sonnet-5-5', 1_000_000],
  ['claude-haiku-5-5', 1_000_000],
  ['claude-fable-5', 1_000_000],
  ['claude-fable-5-1', 1_000_000],
  ['claude-fable-5-2', 1_000_000],
])

export function windowOf(model: string, isLarge: boolean): number | undefined {
  const window = WINDOWS.get(canonicalModel(model))
  return window === undefined || !isLarge ? window : 1_000_000
}

/** How the client guesses tokens that the API has not counted: so many characters of a text are one (N30). */
export function charactersAToken(model: string): number {
  return FEWER_TOKENS.has(canonicalModel(model)) ? 4 : 3
}

/** Models of the older tokenizer. */
const FEWER_TOKENS: ReadonlySet<string> = new Set([
  'claude-opus-4-5',
  'claude-opus-4-6',
  'claude-sonnet-3-5',
  'claude-sonnet-4-5',
  'claude-sonnet-4-6',
  'claude-haiku-4-5',
])

/** Without it no reference to a tool is sent (N22). */
export function hasToolSearch(model: string): boolean {
  return canonicalModel(model) !== 'claude-sonnet-3-5'
}

/** Behind references to tools nothing is said to this model (N22). */
export function saysNothingLoaded(model: string): boolean {
  return canonicalModel(model) === 'claude-fable-5-2'
}
