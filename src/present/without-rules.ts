// Texts name the rule of the client or the API that they go by, for programs and documents; people read the sentence.

const RULE = String.raw`(?:A\d[\w.]*|[BDNO]\d+|R-[A-Z]\d+)`
const NAMED = new RegExp(String.raw`\s*\(${RULE}(?:(?:, | to )${RULE})*\)`, 'g')

/** "void without it (A0, D13)" becomes "void without it". */
export function withoutRules(text: string): string {
  return text.replace(NAMED, '')
}
