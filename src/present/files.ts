// The files of a session as a list, and the changes of one of them as a diff.

import type { FileDiffReport, FilesReport } from '../actions/read/index.js'
import { type Column, layOut } from './columns.js'
import { lineRanges } from './line-ranges.js'
import type { Screen } from './screen.js'
import { fromHere } from './short-path.js'
import { diffLines } from './show/diff-lines.js'
import { visibleLine } from './terminal-text.js'
import { grouped } from './units.js'

export function* presentFiles({ files, cwd }: FilesReport, { paint, width }: Screen): Generator<string> {
  if (files.length === 0) {
    yield 'No files were read or changed.'
    return
  }
  const right: Column = { align: 'right' }
  const color = { created: paint.green, edited: paint.yellow, read: paint.dim }
  yield* layOut(
    [{}, { flexible: true, isPath: true }, { ...right, paint: paint.green }, { ...right, paint: paint.red }, right, {}],
    files.map(file => [
      { text: file.did, paint: color[file.did] },
      visibleLine(fromHere(file.path, cwd)),
      file.added === 0 ? '' : `+${grouped(file.added)}`,
      file.removed === 0 ? '' : `-${grouped(file.removed)}`,
      file.reads === 0 ? '' : `read ${file.reads === 1 ? 'once' : `${grouped(file.reads)} times`}`,
      file.turns.length === 0 ? '' : `turn${file.turns.length === 1 ? '' : 's'} ${lineRanges(file.turns)}`,
    ]),
    width,
  )
}

export function* presentFileDiff({ path, cwd, changes }: FileDiffReport, screen: Screen): Generator<string> {
  const { paint } = screen
  if (changes.length === 0) {
    yield `No changes to ${visibleLine(path)}.`
    return
  }
  yield paint.bold(visibleLine(fromHere(path, cwd)))
  for (const { turn, line, tool, agent, created, hunks } of changes) {
    const where = [
      ...(turn === null ? [] : [`turn ${turn}`]),
      agent === null ? `line ${line}` : `agent ${visibleLine(agent)}, line ${line}`,
    ]
    yield ''
    yield paint.dim(`${visibleLine(tool)}${created ? ', new file' : ''} (${where.join(', ')})`)
    yield* diffLines(hunks, { ...screen, project: cwd ?? undefined, whole: true })
  }
}
