// Finds the mutants of a source file, and writes the file with all of them in it: each place asks the switch whether it
// is the one that is wrong now. So a program is loaded once for all of them, and tells which of them a test reaches.

import { parseAst } from 'rolldown/parseAst'
import type { Mutant, MutantKind } from './mutant.js'
import { exchanged, isWords, type Node, withoutCall } from './syntax.js'

export interface Instrumented {
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/** The name under which the switch is imported. */
const SWITCH = '$isOn'

/** `first` is the number of the first mutant; `switchFile` what the instrumented file imports. */
export function instrument(file: string, source: string, first: number, switchFile: string): Instrumented {
  const finder = new Finder(file, source, first)
  const program = parseAst(source, { lang: 'ts', preserveParens: true }, file) as unknown as Node
  const text = finder.written(program)
  return { text: `import { ${SWITCH} } from ${JSON.stringify(switchFile)};${text}`, mutants: finder.mutants }
}

/** What a node stands in: whether a wrap around it would change what the original does. */
interface Around {
  /** Inside `a?.b.c`, on the way to its beginning: a bracket there would end the chain. */
  readonly inChain?: boolean
  /** The test of a branch: that it is always true or false is told apart from any other change of it. */
  readonly isTest?: boolean
  /** A whole statement, which has its own mutant. */
  readonly isStatement?: boolean
}

class Finder {
  readonly mutants: Mutant[] = []

  constructor(
    private readonly file: string,
    private readonly source: string,
    private readonly first: number,
  ) {}

  /** The text of a node with its mutants. */
  written(node: Node, around: Around = {}): string {
    const { isTest = false } = around
    switch (node.type) {
      case 'IfStatement':
        return this.withTest(node)
      case 'ConditionalExpression':
        return `(${this.withTest(node)})`
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.inside(node, { test: ['always false'] })
      case 'ForStatement':
        return this.inside(node, { test: ['always false'], update: 'as it is' })
      case 'LogicalExpression':
        return this.logical(node)
      case 'BinaryExpression':
        return this.binary(node, isTest)
      case 'UnaryExpression':
        return this.unary(node, isTest)
      case 'AssignmentExpression':
        return this.assignment(node)
      case 'UpdateExpression':
        return this.changed(node, [['operator', exchanged(this.of(node))]])
      case 'Literal':
        return this.literal(node)
      case 'ArrayExpression':
        return (node['elements'] as Node[]).length === 0
          ? this.of(node)
          : this.choice(node, this.inside(node), [['empty list', '[]']])
      case 'ChainExpression':
        if (around.isStatement) return this.written(node['expression'] as Node, { inChain: true })
        return this.choice(node, this.written(node['expression'] as Node, { inChain: true }), [
          ['optional', 'undefined'],
        ])
      case 'CallExpression':
        return this.call(node, around)
      case 'MemberExpression':
        return this.inside(node, {}, around)
      case 'TSNonNullExpression':
        return this.inside(node, {}, around)
      case 'ReturnStatement':
        return this.returned(node)
      case 'ArrowFunctionExpression':
        return this.arrow(node)
      case 'ExpressionStatement':
        return this.statement(node)
      case 'ThrowStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        return this.removable(node)
      case 'Identifier':
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
        return this.of(node)
      case 'ExportNamedDeclaration':
        return node['declaration'] ? this.inside(node) : this.of(node)
      case 'Property':
      case 'PropertyDefinition':
      case 'MethodDefinition':
        return this.inside(node, node['computed'] === true || node['shorthand'] === true ? {} : { key: 'as it is' })
      default:
        return node.type.startsWith('TS') && !TS_VALUES.has(node.type) ? this.of(node) : this.inside(node)
    }
  }

  private of(node: Node): string {
    return this.source.slice(node.start, node.end)
  }

  private add(node: Node, kind: MutantKind, original: string, mutated: string): string {
    const id = this.first + this.mutants.length
    const line = this.source.slice(0, node.start).split('\n').length
    this.mutants.push({ id, file: this.file, line, kind, original, mutated })
    return `${SWITCH}(${id})`
  }

  /** The node, or one of these instead. */
  private choice(node: Node, normal: string, mutations: readonly (readonly [MutantKind, string])[]): string {
    const original = this.of(node)
    return mutations.reduce(
      (text, [kind, mutated]) => `(${this.add(node, kind, original, mutated)} ? (${mutated}) : ${text})`,
      `(${normal})`,
    )
  }

  private changed(node: Node, mutations: readonly (readonly [MutantKind, string | undefined])[]): string {
    const real = mutations.filter((one): one is readonly [MutantKind, string] => one[1] !== undefined)
    return real.length === 0 ? this.inside(node) : this.choice(node, this.inside(node), real)
  }

  private withTest(node: Node): string {
    return this.inside(node, { test: ['always true', 'always false'] })
  }

  private logical(node: Node): string {
    const [left, right] = [node['left'] as Node, node['right'] as Node].map(one => this.of(one))
    if (node['operator'] === '??')
      return this.changed(node, [
        ['fallback', left],
        ['fallback', right],
      ])
    const other = node['operator'] === '&&' ? '||' : '&&'
    return this.changed(node, [['boolean operator', `(${left}) ${other} (${right})`]])
  }

  private binary(node: Node, isTest: boolean): string {
    const [left, right] = [node['left'] as Node, node['right'] as Node]
    const operator = node['operator'] as string
    const put = (other: string | undefined): string | undefined =>
      other && `(${this.of(left)}) ${other} (${this.of(right)})`
    const mutations: [MutantKind, string | undefined][] = []
    if (operator in BOUNDARY) mutations.push(['boundary', put(BOUNDARY[operator])])
    // Of a test, "always" and "never" are harder to notice than the contrary.
    if (operator in CONTRARY && !isTest) mutations.push(['comparison', put(CONTRARY[operator])])
    const joinsTexts = operator === '+' && [left, right].some(isText)
    if (operator in ARITHMETIC && !joinsTexts) mutations.push(['operator', put(ARITHMETIC[operator])])
    return this.changed(node, mutations)
  }

  private unary(node: Node, isTest: boolean): string {
    const argument = node['argument'] as Node
    if (node['operator'] === '!' && !isTest) return this.changed(node, [['not', this.of(argument)]])
    if (node['operator'] === '-') return this.choice(node, this.of(node), [['constant', this.of(argument)]])
    return node['operator'] === 'delete' || node['operator'] === 'typeof' ? this.of(node) : this.inside(node)
  }

  private assignment(node: Node): string {
    const operator = node['operator'] as string
    const other = ASSIGNMENT[operator]
    const [left, right] = [node['left'] as Node, node['right'] as Node]
    if (other === undefined || isText(right)) return this.inside(node)
    return this.changed(node, [['operator', `${this.of(left)} ${other} (${this.of(right)})`]])
  }

  private literal(node: Node): string {
    const { value } = node as { readonly value?: unknown }
    if (typeof value === 'boolean') return this.choice(node, this.of(node), [['boolean', `${!value}`]])
    if (typeof value === 'number') return this.choice(node, this.of(node), [['constant', `${value + 1}`]])
    if (typeof value === 'string' && value !== '' && !isWords(value))
      return this.choice(node, this.of(node), [['text', "''"]])
    return this.of(node)
  }

  private call(node: Node, around: Around): string {
    const normal = this.inside(node, {}, around)
    if (around.inChain) return normal
    const other = withoutCall(node, one => this.of(one))
    return other === undefined ? normal : this.choice(node, normal, [['method', other]])
  }

  private returned(node: Node): string {
    const argument = node['argument'] as Node | null
    if (!argument) return this.removable(node)
    if (isSimple(argument)) return this.inside(node)
    const normal = this.written(argument)
    return `return ${this.choice(argument, normal, [['result', 'undefined']])}`
  }

  private arrow(node: Node): string {
    const body = node['body'] as Node
    if (body.type === 'BlockStatement' || isSimple(body)) return this.inside(node)
    return this.inside(node, { body: ['result'] })
  }

  private statement(node: Node): string {
    const expression = node['expression'] as Node
    const plain = expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression
    return REMOVED.has(plain.type) ? this.removable(node) : this.inside(node)
  }

  /** In braces of its own: it may be the whole branch of an `if` before an `else`. */
  private removable(node: Node): string {
    const original = this.of(node)
    // The order of the numbers is that of the places: first the statement, then what is in it.
    return `{ if (!${this.add(node, 'statement', original, '')}) { ${this.inside(node)}\n} }`
  }

  /** The children of a node with their mutants, and what stands between them. */
  private inside(
    node: Node,
    special: Readonly<Record<string, 'as it is' | readonly MutantKind[]>> = {},
    around: Around = {},
  ): string {
    const { source } = this
    let text = ''
    let at = node.start
    for (const [key, child] of childrenOf(node)) {
      // A shorthand property is its key and its value; the type of a pattern stands behind it.
      if (child.start < at || child.start >= node.end) continue
      const how = special[key]
      text += source.slice(at, child.start)
      at = child.end
      if (how === 'as it is') text += this.of(child)
      else if (how) text += this.test(child, how)
      else {
        const goesOn = around.inChain === true && (key === 'object' || key === 'callee' || key === 'expression')
        const isStatement = node.type === 'ExpressionStatement'
        text += this.written(child, goesOn ? { inChain: true } : { isStatement })
      }
    }
    return text + source.slice(at, node.end)
  }

  private test(child: Node, kinds: readonly MutantKind[]): string {
    const isTest = !kinds.includes('result')
    const normal = this.written(child, { isTest })
    const all = kinds.map(kind => [kind, ALWAYS[kind] ?? 'undefined'] as const)
    return this.choice(child, normal, all)
  }
}

const ALWAYS: Readonly<Record<string, string>> = { 'always true': 'true', 'always false': 'false' }

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const CONTRARY: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
}
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
}
const ASSIGNMENT: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=' }

const REMOVED = new Set([
  'CallExpression',
  'ChainExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'YieldExpression',
])

/** Syntax of TypeScript that holds a value. */
const TS_VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSParameterProperty'])

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string')

/** Has mutants of its own that say as much as a missing result, or nothing to lose. */
const isSimple = (node: Node): boolean =>
  (node.type === 'Literal' && typeof node['value'] === 'boolean') ||
  (node.type === 'Identifier' && node['name'] === 'undefined')

function childrenOf(node: Node): readonly (readonly [string, Node])[] {
  const children: (readonly [string, Node])[] = []
  for (const [key, value] of Object.entries(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === 'string' && typeof one.start === 'number') children.push([key, one as Node])
    }
  }
  return children.toSorted(([, a], [, b]) => a.start - b.start || b.end - a.end)
}
