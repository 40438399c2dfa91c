// Work that goes on alone: shells, their output, and the note that they are finished.
import { attachment } from '../attachment-rows.js'
import { queueOperation } from '../bookkeeping-rows.js'
import { taskId } from '../identifiers.js'
import { encodeCwd } from '../session-files.js'
import { bash } from '../tool-calls.js'
import { work } from '../turn.js'
import { userText } from '../user-rows.js'
import { answered, asked, lead, type Scene, type Stage, worked } from './stage.js'

export const shellInBackground: Scene = stage => {
  const { writer } = stage
  const { random, place } = writer
  asked(stage)
  const task = taskId(random)
  const output = `/tmp/claude-1000/${encodeCwd(place.cwd)}/${place.sessionId}/tasks/${task}.output`
  const call = bash('npm run watch', 'Watch', '')
  const details = { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: task }
  const started = work(writer, lead(stage), {
    ...call,
    input: { ...call.input, run_in_background: true },
    content: `Command running in background with ID: ${task}. Output is being written to: ${output}`,
    toolUseResult: details,
  })
  if (random.chance(0.5))
    work(writer, lead(stage), {
      name: 'TaskOutput',
      input: { task_id: task, block: true },
      content: `<status>completed</status>\n<output>\nok\n</output>`,
      toolUseResult: {
        retrieval_status: 'success',
        task: { task_id: task, task_type: 'local_bash', status: 'completed', output: 'ok', exitCode: 0 },
      },
    })
  const isMidTurn = random.chance(0.4)
  if (!isMidTurn) answered(stage)
  notified(stage, task, started.calls[0]?.id ?? '', output, isMidTurn)
  worked(stage, 0, 1)
  answered(stage)
}

function notified(stage: Stage, task: string, call: string, output: string, isMidTurn: boolean): void {
  const { writer } = stage
  writer.clock.pass(60)
  const note =
    `<task-notification>\n<task-id>${task}</task-id>\n<tool-use-id>${call}</tool-use-id>\n` +
    `<output-file>${output}</output-file>\n<status>completed</status>\n<summary>done</summary>\n</task-notification>`
  const origin = { kind: 'task-notification' }
  queueOperation(writer, 'enqueue', note)
  queueOperation(writer, isMidTurn ? 'remove' : 'dequeue')
  if (isMidTurn && writer.generation.attachments)
    attachment(writer, { type: 'queued_command', prompt: note, commandMode: 'task-notification', origin })
  else userText(writer, note, { origin, promptSource: 'system' })
}
