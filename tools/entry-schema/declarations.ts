// The type declarations of src/format/entries, as the TypeScript compiler reads them.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type InterfaceDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isPropertySignatureDeclaration,
  isTypeAliasDeclaration,
  type Node,
  type TypeNode,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

export interface Field {
  readonly name: string
  readonly optional: boolean
  readonly type: TypeNode
  readonly about: string | undefined
}

export interface Declared {
  readonly name: string
  readonly about: string | undefined
  /** Of an interface: its own fields and the interfaces that it extends. */
  readonly fields?: readonly Field[]
  readonly bases?: readonly string[]
  /** Of an alias. */
  readonly type?: TypeNode
}

export interface Declarations {
  readonly all: ReadonlyMap<string, Declared>
  close(): void
}

/** The nodes are read from the compiler's process on demand: close when done. */
export function readDeclarations(root: string): Declarations {
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()[0]!
  const folder = join(root, 'src', 'format', 'entries')
  const all = new Map<string, Declared>()
  for (const file of readdirSync(folder).toSorted()) {
    const source = project.program.getSourceFile(join(folder, file))
    if (!source) throw new Error(`${file} is not part of the project`)
    const { text } = source
    for (const statement of source.statements) {
      if (isInterfaceDeclaration(statement)) all.set(statement.name.text, interfaceOf(statement, text))
      else if (isTypeAliasDeclaration(statement)) {
        const { name, type } = statement
        all.set(name.text, { name: name.text, about: aboutOf(statement, text), type })
      }
    }
  }
  return { all, close: () => api.close() }
}

function interfaceOf(declaration: InterfaceDeclaration, text: string): Declared {
  const bases = (declaration.heritageClauses ?? []).flatMap(clause =>
    clause.types.flatMap(({ expression }) => (isIdentifier(expression) ? [expression.text] : [])),
  )
  const fields = declaration.members.flatMap((member): Field[] => {
    if (!isPropertySignatureDeclaration(member) || !member.type || !('text' in member.name)) return []
    const name = member.name.text as string
    return [{ name, optional: member.postfixToken !== undefined, type: member.type, about: aboutOf(member, text) }]
  })
  return { name: declaration.name.text, about: aboutOf(declaration, text), fields, bases }
}

/** The doc comment right before a node, as one line. */
function aboutOf(node: Node, text: string): string | undefined {
  const before = text.slice(node.pos, node.end)
  const comment = /^\s*(?:\/\/[^\n]*\s*)*\/\*\*((?:(?!\*\/)[\s\S])*)\*\//.exec(before)?.[1]
  return comment
    ?.replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
