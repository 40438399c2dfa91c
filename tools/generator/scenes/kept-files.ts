// What lies beside a session: backups of edited files, large outputs, tasks.
import { fileHistorySnapshot, type TrackedFile } from '../bookkeeping-rows.js'
import { hexId, taskId } from '../identifiers.js'
import { words } from '../prose.js'
import { sideDir } from '../session-files.js'
import { appendBookkeeping } from '../session-writer.js'
import { bash, edit, type Todo, todoWrite } from '../tool-calls.js'
import { work } from '../turn.js'
import { answered, asked, lead, type Scene, said } from './stage.js'

/** A snapshot with each prompt, grown with each edit; the backups are there. */
export const fileHistory: Scene = stage => {
  const { writer } = stage
  const { random, place } = writer
  const start = asked(stage)
  fileHistorySnapshot(writer, start)
  const tracked: TrackedFile[] = []
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    const path = `src/${random.pick(['tide', 'moon', 'gauge'])}.ts`
    const source = words(random, 30)
    const made = work(writer, lead(stage), edit(`${place.cwd}/${path}`, source, source.slice(0, 20), 'changed'))
    const backupFileName = random.chance(0.2) ? null : `${hexId(random, 16)}@v1`
    if (backupFileName !== null) stage.files.push([`file-history/${place.sessionId}/${backupFileName}`, source])
    tracked.push({ path, backupFileName, version: 1 })
    fileHistorySnapshot(writer, start, tracked, true)
    if (writer.generation.name === '2.1')
      appendBookkeeping(writer, {
        type: 'file-history-delta',
        messageId: made.calls[0]?.row,
        snapshotMessageId: start,
        trackingPath: path,
        backup: { backupFileName, version: 1, backupTime: writer.clock.now() },
        timestamp: writer.clock.now(),
      })
  }
  answered(stage)
}

/** Output that is too large for the transcript lies in a file; the model sees the beginning. */
export const largeOutput: Scene = stage => {
  const { writer } = stage
  const { random, place } = writer
  asked(stage)
  const output = `${words(random, 900)}\n`
  const name = `${taskId(random)}.txt`
  const path = `/home/ada/.claude/${sideDir(place)}/tool-results/${name}`
  const content = `<persisted-output>\nOutput too large (6KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n${output.slice(0, 2000)}\n...\n</persisted-output>`
  const result = { stdout: output.slice(0, 2000), stderr: '', interrupted: false, isImage: false }
  work(writer, lead(stage), {
    ...bash('npm run compare', 'Compare', output),
    content,
    toolUseResult: { ...result, persistedOutputPath: path, persistedOutputSize: output.length },
  })
  stage.files.push([`${sideDir(place)}/tool-results/${name}`, output])
  answered(stage)
}

/** Todos of older clients, tasks of newer ones. */
export const tasks: Scene = stage => {
  const { writer } = stage
  const { place, generation } = writer
  asked(stage)
  const todo: Todo = { content: said(stage), status: 'pending', activeForm: 'Doing' }
  if (generation.name === '1.0' || generation.name === '2.0') {
    work(writer, lead(stage), todoWrite([], [todo]))
    work(writer, lead(stage), todoWrite([todo], [{ ...todo, status: 'completed' }]))
    stage.files.push([`todos/${place.sessionId}-agent-${place.sessionId}.json`, '[]'])
  } else {
    work(writer, lead(stage), {
      name: 'TaskCreate',
      input: { subject: todo.content, description: said(stage) },
      content: `Task #${stage.turns} created successfully: ${todo.content}`,
      toolUseResult: { task: { id: String(stage.turns), subject: todo.content } },
    })
    work(writer, lead(stage), {
      name: 'TaskUpdate',
      input: { taskId: String(stage.turns), status: 'completed' },
      content: `Updated task #${stage.turns} status`,
      toolUseResult: { success: true, taskId: String(stage.turns), updatedFields: ['status'] },
    })
    stage.files.push([
      `tasks/${place.sessionId}/${stage.turns}.json`,
      JSON.stringify({ id: String(stage.turns), subject: todo.content }),
    ])
  }
  answered(stage)
}
