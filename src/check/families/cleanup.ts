// What will the client's cleanup delete, and when? (B5) The transcript goes by its own age and takes its folder along;
// tool outputs, file backups and the like go by theirs, even while the transcript is young.

import type { Finding } from '../../format/finding.js'
import type { SessionFolder, SideFile } from '../../format/session-folder.js'
import type { Code } from '../codes.js'
import { finding, type NewFamily, type Surroundings } from '../family.js'

const DAY = 86_400_000
/** What is due later than this is not worth a word yet. */
const SOON = 7 * DAY

export const cleanup: NewFamily = () => ({
  *finish(_, surroundings) {
    const { folder, mtimeMs } = surroundings
    // The client cleans its own folders only.
    if (folder?.configDir === undefined) return
    if (mtimeMs !== undefined) yield* due('cleanup-transcript', 1, mtimeMs, surroundings, withFolder(folder))
    yield* eachFile('cleanup-tool-results', folder.toolResults, 'tool output', surroundings)
    yield* wholeFolder('cleanup-file-history', folder.fileHistory, 'file backup', surroundings)
    yield* wholeFolder('cleanup-others', folder.tasks, 'task', surroundings)
    yield* wholeFolder('cleanup-others', folder.imageCache, 'cached image', surroundings)
    yield* wholeFolder('cleanup-others', folder.sessionEnv, 'environment file', surroundings)
    yield* eachFile('cleanup-others', folder.todos, 'to-do list', surroundings)
  },
})

function withFolder({ agents, toolResults, others, titleFile }: SessionFolder): string {
  const inside = agents.filter(({ layout }) => layout === 'subagents')
  const metas = inside.filter(({ metaPath }) => metaPath !== undefined)
  const inFolder = inside.length + metas.length + toolResults.length + others.length + (titleFile ? 1 : 0)
  return inFolder === 0 ? 'the session' : `the session with ${plural(inFolder, 'file')} in its folder`
}

function* eachFile(
  code: Code,
  files: readonly SideFile[],
  noun: string,
  surroundings: Surroundings,
): Generator<Finding> {
  const goes = files.filter(file => isDue(file.mtimeMs, surroundings))
  const oldest = goes.reduce((first, { mtimeMs }) => Math.min(first, mtimeMs), Infinity)
  yield* due(code, goes.length, oldest, surroundings, plural(goes.length, noun))
}

/** These go together, when the folder is old. A folder is written when a file is made in it, so as new as its newest. */
function* wholeFolder(
  code: Code,
  files: readonly SideFile[],
  noun: string,
  surroundings: Surroundings,
): Generator<Finding> {
  const newest = files.reduce((last, { mtimeMs }) => Math.max(last, mtimeMs), -Infinity)
  yield* due(code, files.length, newest, surroundings, plural(files.length, noun))
}

function* due(code: Code, files: number, mtimeMs: number, at: Surroundings, what: string): Generator<Finding> {
  if (files === 0 || !isDue(mtimeMs, at)) return
  const deadline = mtimeMs + at.cleanupDays * DAY
  const date = new Date(deadline).toISOString().slice(0, 10)
  const when = deadline <= at.now ? `at the client's next start (due since ${date})` : `on ${date}`
  yield finding(code, `${what}: will be deleted ${when}`)
}

function isDue(mtimeMs: number, { now, cleanupDays }: Surroundings): boolean {
  return Number.isFinite(mtimeMs) && mtimeMs + cleanupDays * DAY <= now + SOON
}

function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
