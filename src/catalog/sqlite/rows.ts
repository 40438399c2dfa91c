// From rows to the words of the catalog, and back.

import { type Figures, type FoundText, type Outline, type Source, type StoredCard, TEXT_FIELDS } from '../store.js'
import type { Row, Value } from './driver.js'

export const SOURCE_COLUMNS =
  'path, folder, session, agent, dev, ino, size, mtime, title_mtime, read_offset, read_line, head, tail, read_figures, open, figures, edition, gone, problem'

export function sourceOf(row: Row): Source {
  return {
    path: text(row['path']),
    folder: text(row['folder']),
    session: text(row['session']),
    agentId: textOrNull(row['agent']),
    file: {
      dev: number(row['dev']),
      ino: number(row['ino']),
      size: number(row['size']),
      mtimeMs: number(row['mtime']),
    },
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
  const { file, read } = source
  return [
    source.path,
    source.folder,
    source.session,
    source.agentId,
    file.dev,
    file.ino,
    file.size,
    file.mtimeMs,
    source.titleMtimeMs,
    read.offset,
    read.line,
    read.head,
    read.tail,
    JSON.stringify(read.figures),
    read.open,
    JSON.stringify(source.figures),
    edition,
    source.gone ? 1 : 0,
    source.problem,
  ]
}

export function cardOf(row: Row): StoredCard {
  return {
    path: text(row['path']),
    file: {
      dev: number(row['dev']),
      ino: number(row['ino']),
      size: number(row['size']),
      mtimeMs: number(row['mtime']),
    },
    titleMtimeMs: number(row['title_mtime']),
    titles: JSON.parse(text(row['titles'])) as readonly string[],
    project: textOrNull(row['project']),
    card: JSON.parse(text(row['card'])),
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
