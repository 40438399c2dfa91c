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
  return minor === undefined ? `${family}-${major}` : `${family}-${major}-${minor}`
}

/** claude-opus-4-6, also inside other names; behind a version of two numbers a date may follow. */
const FAMILY_FIRST =
  /claude-(?<family>opus|sonnet|haiku|fable|mythos)-(?<major>\d{1,2})(?!\d)(?:[-.](?<minor>\d{1,2})(?!\d))?/
/** claude-3-5-sonnet */
const VERSION_FIRST = /claude-(?<major>\d)(?:[-.](?<minor>\d))?-(?<family>opus|sonnet|haiku)/

export function withoutWindow(model: string): string {
  return model.replace(/\[1m\]$/i, '')
}

/** Models that a session is resumed with; all others are replaced by the default. */
const OFFERED: ReadonlySet<string> = new Set([
  'opus-4-5',
  'opus-4-6',
  'opus-4-7',
  'opus-4-8',
  'opus-5',
  'opus-5-5',
  'sonnet-3-5',
  'sonnet-4-5',
  'sonnet-4-6',
  'sonnet-5',
  'sonnet-5-5',
  'haiku-4-5',
  'haiku-5-5',
  'fable-5',
  'fable-5-1',
  'fable-5-2',
])

export function isOffered(model: string): boolean {
  return OFFERED.has(canonicalModel(model))
}

/** Models that take messages of role system between the others (A1.6). */
const TAKES_SYSTEM: ReadonlySet<string> = new Set([
  'opus-4-8',
  'opus-5',
  'opus-5-5',
  'sonnet-5',
  'sonnet-5-5',
  'haiku-5-5',
  'fable-5',
  'fable-5-1',
  'fable-5-2',
])

export function takesSystem(model: string): boolean {
  return TAKES_SYSTEM.has(canonicalModel(model))
}
