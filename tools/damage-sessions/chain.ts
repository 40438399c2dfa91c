// A session file as plain rows, and the plain chain of its last row: what is needed to choose a place for damage. It
// knows nothing of how rethread reads a session.

export type Row = Readonly<Record<string, unknown>>

export interface PlainSession {
  readonly lines: readonly string[]
  /** By line, from 0. */
  readonly rows: readonly Row[]
  /** Lines of the chain, from the first row to the last; empty where the file is not a plain one. */
  readonly chain: readonly number[]
}

const CHAINED = new Set(['user', 'assistant', 'system', 'attachment', 'progress'])

/** A file that has any of this is not plain: where its conversation goes is another question. */
const ELSEWHERE = /"leafUuid"|compact_boundary|"isCompactSummary":true|"isSidechain":true|"isVirtual":true/

export function plainSession(text: string): PlainSession | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const rows: Row[] = []
  for (const line of lines) {
    const row = rowOf(line)
    if (!row) return undefined
    rows.push(row)
  }
  const uuids = rows.flatMap(row => (typeof row['uuid'] === 'string' ? [row['uuid']] : []))
  const chained = rows.filter(row => row['uuid'] !== undefined)
  const isPlain =
    text.length < 5_000_000 &&
    !lines.some((line, at) => rows[at]!['type'] !== 'summary' && ELSEWHERE.test(line)) &&
    new Set(uuids).size === uuids.length &&
    chained.every(row => CHAINED.has(String(row['type'])) && !Number.isNaN(timeOf(row)))
  return { lines, rows, chain: isPlain ? chainOf(rows) : [] }
}

function rowOf(line: string): Row | undefined {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Row) : undefined
  } catch {
    return undefined
  }
}

/** From the last row up, by nothing but parentUuid. */
function chainOf(rows: readonly Row[]): readonly number[] {
  const lineOf = new Map(rows.map((row, line) => [row['uuid'], line]))
  const chain: number[] = []
  let at: number | undefined = rows.findLastIndex(row => row['type'] === 'user' || row['type'] === 'assistant')
  while (at !== undefined && at >= 0 && chain.length < rows.length) {
    chain.push(at)
    const parent: unknown = rows[at]!['parentUuid']
    at = typeof parent === 'string' ? lineOf.get(parent) : undefined
  }
  return chain.toReversed()
}

function timeOf(row: Row): number {
  return typeof row['timestamp'] === 'string' ? Date.parse(row['timestamp']) : Number.NaN
}

/** No chained row is at most so much older: the client finds nothing to go on with (N1). */
export function standsAlone({ rows }: PlainSession, line: number, milliseconds: number): boolean {
  const own = timeOf(rows[line]!)
  return rows.every((row, at) => {
    if (at === line || row['uuid'] === undefined || row['type'] === 'progress') return true
    const age = own - timeOf(row)
    return !(age >= 0 && age <= milliseconds)
  })
}

type Block = Readonly<Record<string, unknown>>

export function blocksOf(row: Row): readonly Block[] {
  const content: unknown = (row['message'] as { readonly content?: unknown } | undefined)?.content
  return Array.isArray(content) ? (content as readonly Block[]) : []
}

export function messageId(row: Row): unknown {
  return (row['message'] as { readonly id?: unknown } | undefined)?.id
}

function isPrompt(row: Row): boolean {
  const content: unknown = (row['message'] as { readonly content?: unknown } | undefined)?.content
  return row['type'] === 'user' && row['isMeta'] !== true && typeof content === 'string' && !content.startsWith('<')
}

export function isTalk(row: Row): boolean {
  return row['type'] === 'user' || row['type'] === 'assistant'
}

/** A message with one call, its result in a row of its own right behind it on the chain, and the next answer there. */
export interface Call {
  readonly use: number
  readonly result: number
  /** A prompt comes later: the turn of the call is over. */
  readonly over: boolean
}

export function singleCalls({ rows, chain }: PlainSession): readonly Call[] {
  const lastPrompt = chain.findLastIndex(line => isPrompt(rows[line]!))
  return chain.flatMap((use, place): Call[] => {
    const calls = blocksOf(rows[use]!).filter(block => block['type'] === 'tool_use')
    if (rows[use]!['type'] !== 'assistant' || calls.length !== 1) return []
    const id = messageId(rows[use]!)
    const inMessage = rows.filter(row => messageId(row) === id).flatMap(blocksOf)
    if (id === undefined || inMessage.filter(block => block['type'] === 'tool_use').length !== 1) return []
    const results = rows.flatMap((row, line) =>
      blocksOf(row).flatMap(block => (answers(block, calls[0]!) ? [line] : [])),
    )
    const [result = -1] = results
    const behind = chain.slice(place + 1).filter(line => isTalk(rows[line]!))
    const isNext = behind[0] === result && rows[behind[1] ?? -1]?.['type'] === 'assistant'
    if (results.length !== 1 || !isNext || blocksOf(rows[result]!).length !== 1) return []
    return [{ use, result, over: place < lastPrompt }]
  })
}

function answers(result: Block, call: Block): boolean {
  return result['type'] === 'tool_result' && result['tool_use_id'] === call['id']
}
