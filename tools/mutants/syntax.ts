// What the finder asks about pieces of syntax.

/** A node of the tree that the parser makes. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const OTHER_METHOD: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  floor: 'ceil',
  ceil: 'floor',
}
/** What is left of the list without them. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'sort', 'toReversed', 'reverse', 'slice', 'trim', 'toLowerCase'])

/** A call of another method, or none where its object may stand for its result. */
export function withoutCall(node: Node, of: (node: Node) => string): string | undefined {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || callee['computed'] === true || callee['optional'] === true) return undefined
  const [object, property] = [callee['object'] as Node, callee['property'] as Node]
  const name = String(property['name'])
  if (LEFT_OUT.has(name)) return of(object)
  const other = OTHER_METHOD[name]
  return Object.hasOwn(OTHER_METHOD, name)
    ? `${of(object)}.${other}${of(node).slice(callee.end - node.start)}`
    : undefined
}

/** `i++` and `--i` the other way. */
export function exchanged(text: string): string {
  return text.includes('++') ? text.replace('++', '--') : text.replace('--', '++')
}

/** Words for people, which no test promises to the letter, and the names of rules that the code cites (`R-L2`, `N15`). */
export const isWords = (text: string): boolean => / /.test(text.trim()) || /^(?:R-)?[A-Z]\d+(?:[.-]\w+)*$/.test(text)
