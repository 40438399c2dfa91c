// Where mutants are made, and the tests that should notice them: those of the fast suite that are about it and run in
// one process.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Area {
  /** Files, and folders for all files in them. */
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

const CHANGES_OF_FILES = ['test/disk/apply-changes.test.ts', 'test/disk/undo.test.ts', 'test/disk/unfinished.test.ts']

export const AREAS: Readonly<Record<string, Area>> = {
  verification: {
    sources: ['src/reshape/verdict'],
    tests: [
      'test/reshape/account.test.ts',
      'test/reshape/account-ids.test.ts',
      'test/reshape/verdict.test.ts',
      'test/reshape/verdict-findings.test.ts',
      'test/reshape/sent-blocks.test.ts',
      'test/reshape/side-files-kept.test.ts',
      'test/reshape/id-fields.test.ts',
      'test/reshape/faults.test.ts',
      'test/reshape/clone.test.ts',
      'test/reshape/strip.test.ts',
      'test/reshape/compress.test.ts',
      'test/reshape/known-faults.test.ts',
      'test/reshape/ends.test.ts',
      'test/reshape/doubts.test.ts',
      'test/reshape/repair/promise.test.ts',
    ],
  },
  changes: {
    sources: ['src/format/changes.ts', 'src/disk/edited-file.ts', 'src/disk/apply-changes.ts'],
    tests: ['test/format/changes.test.ts', 'test/disk/edited-file.test.ts', ...CHANGES_OF_FILES],
  },
  'atomic-replace': {
    sources: [
      'src/disk/atomic-replace.ts',
      'src/disk/change-files.ts',
      'src/disk/take-back.ts',
      'src/disk/unfinished.ts',
      'src/disk/end-unfinished.ts',
    ],
    tests: [
      'test/disk/atomic-replace.test.ts',
      ...CHANGES_OF_FILES,
      'test/disk/every-call.test.ts',
      'test/actions/move.test.ts',
    ],
  },
  'context-rules': {
    sources: ['src/context/rules', 'src/context/find-path.ts', 'src/context/breaks.ts', 'src/context/path.ts'],
    tests: [
      'test/mutants/predictions.ts',
      'test/context/left-out.test.ts',
      'test/context/merging-rules.test.ts',
      'test/context/older-clients.test.ts',
      'test/context/omitted.test.ts',
      'test/context/request-rules.test.ts',
      'test/context/wishes.test.ts',
      'test/client/taken-up.test.ts',
      'test/check/blocks.test.ts',
      'test/check/losses.test.ts',
      'test/check/losses-more.test.ts',
      'test/check/tree.test.ts',
      'test/conversation/leaf.test.ts',
      'test/actions/context.test.ts',
      'test/actions/compactions.test.ts',
      'test/reshape/repair/parents.test.ts',
    ],
  },
}

export function filesOf(root: string, names: readonly string[]): readonly string[] {
  return names.flatMap(name =>
    statSync(join(root, name)).isDirectory()
      ? readdirSync(join(root, name))
          .filter(one => one.endsWith('.ts'))
          .toSorted()
          .map(one => `${name}/${one}`)
      : [name],
  )
}
