// From rows to the words of the catalog, and back.

import {
  type Figures,
  type FileIdentity,
  type FoundText,
  type Outline,
  type Source,
  type StoredCard,
  type StoredTokens,
  TEXT_FIELDS,
} from '../store.js'
import type { Row, Value } from './driver.js'

/** The columns of a source, and what is written into them. */
const COLUMNS: Readonly<Record<string, (source: Source, edition: number) => Value>> = {
  path: source => source.path,
  folder: source => source.folder,
  session: source => source.session,
  agent: source => source.agentId,
  dev: ({ file }) => file.dev,
  ino: ({ file }) => file.ino,
  size: ({ file }) => file.size,
  mtime: ({ file }) => file.mtimeMs,
  title_mtime: source => source.titleMtimeMs,
  read_offset: ({ read }) => read.offset,
  read_line: ({ read }) => read.line,
  head: ({ read }) => read.head,
  tail: ({ read }) => read.tail,
  read_figures: ({ read }) => JSON.stringify(read.figures),
  open: ({ read }) => read.open,
  figures: source => JSON.stringify(source.figures),
  edition: (_, edition) => edition,
  gone: source => (source.gone ? 1 : 0),
  problem: source => source.problem,
}

export const SOURCE_COLUMNS = Object.keys(COLUMNS).join(', ')

export function sourceOf(row: Row): Source {
  return {
    path: text(row['path']),
    folder: text(row['folder']),
    session: text(row['session']),
    agentId: textOrNull(row['agent']),
    file: fileOf(row),
    titleMtimeMs: number(row['title_mtime']),
    read: {
      offset: number(row['read_offset']),
      line: number(row['read_line']),
      head: text(row['head']),
      tail: text(row['tail']),
      figures: JSON.parse(text(row['read_figures'])) as Figures,
      open: text(row['open']),
    },
    figures: JSON.parse(text(row['figures'])) as Figures,
    edition: number(row['edition']),
    gone: row['gone'] !== 0,
    problem: textOrNull(row['problem']),
  }
}

/** In the order of SOURCE_COLUMNS. */
export function sourceValues(source: Source, edition: number): readonly Value[] {
  return Object.values(COLUMNS).map(written => written(source, edition))
}

export function cardOf(row: Row): StoredCard {
  return {
    path: text(row['path']),
    file: fileOf(row),
    titleMtimeMs: number(row['title_mtime']),
    titles: JSON.parse(text(row['titles'])) as readonly string[],
    project: textOrNull(row['project']),
    card: JSON.parse(text(row['card'])),
  }
}

export function tokensOf(row: Row, packs: readonly Uint8Array[]): StoredTokens {
  return {
    source: text(row['path']),
    session: text(row['session']),
    agentId: textOrNull(row['agent']),
    file: fileOf(row),
    problem: row['problem'] !== null,
    damagedAnswers: (JSON.parse(text(row['figures'])) as Figures).damagedAnswers,
    packs,
  }
}

function fileOf(row: Row): FileIdentity {
  return {
    dev: number(row['dev']),
    ino: number(row['ino']),
    size: number(row['size']),
    mtimeMs: number(row['mtime']),
  }
}

export function outlineOf(value: Value | undefined): Outline | undefined {
  return typeof value === 'string' ? (JSON.parse(value) as Outline) : undefined
}

export function foundText(row: Row, source: string): FoundText {
  return {
    source,
    field: TEXT_FIELDS[number(row['field'])]!,
    line: number(row['line']),
    offset: number(row['offset']),
    length: number(row['length']),
    tool: textOrNull(row['tool']),
    isError: row['error'] !== 0,
    time: numberOrNull(row['time']),
    score: number(row['score'] ?? 0),
  }
}

export function text(value: Value | undefined): string {
  return String(value ?? '')
}

export function textOrNull(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: Value | undefined): number {
  return Number(value ?? 0)
}

export function numberOrNull(value: Value | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** One engine gives the bytes, the other what they lie in. */
export function bytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(value as unknown as ArrayBuffer)
}
