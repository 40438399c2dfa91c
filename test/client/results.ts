// The outcome of every comparison of a run, from all suites together, and the table that is made of a whole run.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGED, changesTable } from './changes-table.js'
import { CLIENTS } from './clients.js'
import { resultsTable } from './results-table.js'
import { ALL, seed } from './sample.js'

export interface Result {
  readonly suite: string
  readonly client: string
  readonly name: string
  /** Absent: equal. */
  readonly difference?: string
  /** The prediction says that it cannot tell. */
  readonly unknown?: true
}

const FOLDER = join(process.cwd(), 'build', 'client', 'results')
const DOCS = join(process.cwd(), 'docs')

export function forgetResults(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}

/** Suites run in processes of their own, so each leaves a file. */
export function keepResults(suite: string, results: readonly Result[]): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${suite}.json`), JSON.stringify(results))
}

/** Prints the counts; a run of everything becomes the documents, each of what was run. */
export function writeResults(): void {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const results = files.flatMap(name => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as readonly Result[])
  if (results.length === 0) return
  for (const suite of new Set(results.map(one => one.suite))) {
    const counts = CLIENTS.map(client => {
      const own = results.filter(one => one.suite === suite && one.client === client)
      return `${client} ${own.filter(one => one.difference === undefined).length} of ${own.length}`
    })
    console.log(`predicted as sent, ${suite}: ${counts.join(', ')}`)
  }
  console.log(ALL ? 'everything was run' : `seed ${seed} (RETHREAD_SEED=${seed} repeats this sample)`)
  if (!ALL) return
  const isChanged = ({ suite }: Result): boolean => CHANGED.includes(suite)
  const changed = results.filter(isChanged)
  const others = results.filter(one => !isChanged(one))
  if (others.length > 0) writeFileSync(join(DOCS, 'client-results.md'), resultsTable(others))
  if (changed.length > 0) writeFileSync(join(DOCS, 'client-reshape.md'), changesTable(changed))
}
