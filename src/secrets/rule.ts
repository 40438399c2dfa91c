// A kind of secret, as data: the words that lead to it, and the pattern that is tried where one of them stands.

export interface SecretRule {
  /** As it stands in placeholders and reports: lower case, with hyphens. */
  readonly kind: string
  /** Lower case, at least three characters. Only where one of them stands is looked further. */
  readonly words: readonly string[]
  /**
   * Tried exactly where the word begins, so it is sticky. What it finds is the secret; or its group `secret`; or, with a
   * group `head` in a lookbehind, from there on.
   */
  readonly pattern: RegExp
  /** A look at the bytes before the pattern is tried: can there be one? For words that stand in every other line. */
  readonly mayBe?: (bytes: Uint8Array, start: number, end: number) => boolean
  /** Told from something harmless of the same shape; where that matters, by what stands around it. */
  readonly isReal?: (secret: string, text: string, start: number) => boolean
  /** It begins with its word, which may be shown. */
  readonly isToken?: true
  /** The secret is a string between quotes, with escapes in it where it has quotes of its own. */
  readonly isQuoted?: true
}

/** The word is followed by one of these characters. */
export function followedBy(chars: string): NonNullable<SecretRule['mayBe']> {
  const isOne = new Uint8Array(256)
  for (const char of chars) isOne[char.charCodeAt(0)] = 1
  return (bytes, _, end) => isOne[bytes[end] ?? 0] === 1
}

/** Sticky, and with the places of its groups. */
export function at(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `dy${pattern.flags.replace(/[dgy]/g, '')}`)
}

/** A secret that begins with one of its words and is told by its shape alone. */
export function token(kind: string, words: readonly string[], pattern: RegExp): SecretRule {
  return {
    kind,
    words,
    pattern: at(new RegExp(`(?<![A-Za-z])(?:${pattern.source})`, pattern.flags)),
    isReal: isNoMask,
    isToken: true,
  }
}

/** Somebody has hidden it already, or never meant it: `xxxx`, `****`, `....`, `0000`. */
export function isNoMask(secret: string): boolean {
  return !/([xX*.•0_-])\1{7,}/.test(secret) && !secret.includes('[REDACTED:')
}
