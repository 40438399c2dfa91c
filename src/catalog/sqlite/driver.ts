// SQLite as it is at hand: the one in Node (22.13 and later), else that of the package libsql. Both are synchronous and
// differ in a few words only. Loaded when an index is first asked for.

import { StoreTrouble } from '../store.js'

export type Value = string | number | null | Uint8Array
export type Row = Readonly<Record<string, Value>>

export interface Statement {
  run(...values: readonly Value[]): void
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): readonly Row[]
  iterate(...values: readonly Value[]): IterableIterator<Row>
}

export interface Database {
  readonly engine: string
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

export type Driver = (path: string) => Database

/** What both have in common, as far as it is used here. */
interface AnyStatement {
  run(...values: readonly (Value | readonly Value[])[]): unknown
  get(...values: readonly Value[]): unknown
  all(...values: readonly Value[]): unknown
  iterate(...values: readonly Value[]): unknown
}
interface AnyDatabase {
  exec(sql: string): unknown
  prepare(sql: string): AnyStatement
  close(): void
}
type Open = new (path: string) => AnyDatabase

export const DRIVERS = ['node', 'libsql'] as const
export type DriverName = (typeof DRIVERS)[number]

/** The first that works here; undefined where none does. */
export async function anyDriver(): Promise<Driver | undefined> {
  for (const name of DRIVERS) {
    const driver = await driverNamed(name)
    if (driver) return driver
  }
  return undefined
}

/** Undefined where this Node has no such thing, or one that is too old. */
export async function driverNamed(name: DriverName): Promise<Driver | undefined> {
  const Open = name === 'node' ? await fromNode() : await fromPackage()
  if (Open === undefined) return undefined
  const driver: Driver = path => databaseOf(name, () => new Open(path))
  try {
    const probe = driver(':memory:')
    try {
      probe.exec("CREATE VIRTUAL TABLE probe USING fts5(a, content='', contentless_delete=1)")
    } finally {
      probe.close()
    }
    return driver
  } catch {
    return undefined // without full text search, or without deleting from it, it is of no use
  }
}

async function fromNode(): Promise<Open | undefined> {
  // It warns that it may change, which is nothing that a user could do something about.
  const warn = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: readonly never[]) => {
    if (!String(warning).includes('SQLite')) warn.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    const { DatabaseSync } = (await import(NODE_SQLITE)) as { readonly DatabaseSync: Open }
    return DatabaseSync
  } catch {
    return undefined
  } finally {
    process.emitWarning = warn
  }
}

/** Not written out where it is loaded: a Node without it must not stumble over the name. */
const NODE_SQLITE: string = 'node:sqlite'

async function fromPackage(): Promise<Open | undefined> {
  try {
    return (await import('libsql')).default as unknown as Open
  } catch {
    return undefined // no binary for this machine
  }
}

function databaseOf(engine: string, open: () => AnyDatabase): Database {
  const db = guarded(open)
  const takesArrays = engine === 'libsql'
  return {
    engine,
    exec: sql => {
      guarded(() => db.exec(sql))
    },
    prepare(sql) {
      const statement = guarded(() => db.prepare(sql))
      return {
        run: (...values) => {
          // The package would copy them once more into the array that it takes as well.
          guarded(() => (takesArrays ? statement.run(values) : statement.run(...values)))
        },
        get: (...values) => guarded(() => statement.get(...values)) as Row | undefined,
        all: (...values) => guarded(() => statement.all(...values)) as readonly Row[],
        *iterate(...values) {
          const rows = guarded(() => statement.iterate(...values)) as Iterator<Row>
          for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next())) yield next.value
        },
      }
    },
    close: () => db.close(),
  }
}

/** What went wrong in words of the catalog: nobody is told of databases. */
function guarded<Value>(act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    throw troubleOf(error)
  }
}

const KINDS: readonly (readonly [RegExp, StoreTrouble['kind'], string])[] = [
  [/locked|busy/i, 'busy', 'the index is being written by another process'],
  [/disk is full|full/i, 'full', 'no space left for the index'],
  [/disk I\/O|short read/i, 'full', 'the index could not be written'],
  [
    /malformed|not a database|corrupt|no such (table|column)|has no column|database schema/i,
    'damaged',
    'the index is damaged',
  ],
  [/readonly|read-only|unable to open|permission|cannot open/i, 'unwritable', 'the index cannot be written'],
]

function troubleOf(error: unknown): unknown {
  if (error instanceof StoreTrouble || !(error instanceof Error)) return error
  const known = KINDS.find(([pattern]) => pattern.test(error.message))
  return known ? new StoreTrouble(known[1], known[2], error) : error
}
