// Many tools in one session: search, shell in the background, todos, the web, an MCP server, output kept in a file.
import { attachment, openingAttachments } from '../attachment-rows.js'
import { aiTitle, customTitle, lastPrompt, permissionMode } from '../bookkeeping-rows.js'
import { taskId } from '../identifiers.js'
import { encodeCwd, type FileList, type Files, sessionFiles, sideDir } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { bash, failed, glob, grep, mcp, type Todo, todoWrite, webFetch } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt, userText } from '../user-rows.js'

const todos = (...states: readonly Todo['status'][]): readonly Todo[] => [
  { content: 'Ask the gauge for its last readings', status: states[0] ?? 'pending', activeForm: 'Asking the gauge' },
  { content: 'Compare with the prediction', status: states[1] ?? 'pending', activeForm: 'Comparing' },
]

export function toolVariety(place: Place): Files {
  const session = openSession(place, '2.1')
  const { cwd } = place
  const asked = 'Compare last week’s gauge readings with our prediction. Is the gauge or the table wrong?'
  permissionMode(session, 'acceptEdits')
  aiTitle(session, 'Gauge against prediction')
  prompt(session, asked, { permissionMode: 'acceptEdits' })
  openingAttachments(session)
  work(session, 'Two steps.', todoWrite([], todos('in_progress')))
  work(session, '', glob('data/gauge-*.csv', cwd, [`${cwd}/data/gauge-w15.csv`]), grep('gauge', `${cwd}/src`, []))
  work(
    session,
    '',
    mcp('harbour', 'last_readings', { station: 'north-pier', days: 7 }, '168 readings, mean error +0.31 m'),
  )
  work(session, '', todoWrite(todos('in_progress'), todos('completed', 'in_progress')))
  const kept = persistedOutput(session)
  inBackground(session)
  const url = 'https://harbour.example/north-pier/notice'
  work(
    session,
    'The backtest agrees for the whole year. Only last week is off, and always by 0.31 m: that looks like a moved gauge.',
    webFetch(url, 'Was the gauge moved?', 'Notice: the gauge was raised by 0.31 m on 7 April.'),
  )
  work(
    session,
    '',
    failed(
      'Edit',
      { file_path: `${cwd}/src/gauge.ts`, old_string: 'ZERO = 0', new_string: 'ZERO = 0.31' },
      'String to replace not found in file.\nString: ZERO = 0',
    ),
  )
  const last = done(
    session,
    'The table is right. The gauge was raised by 0.31 m on 7 April; subtract that from its readings since then.',
  )
  customTitle(session, 'gauge-vs-table')
  lastPrompt(session, asked, last.rows.at(-1) ?? null)
  return sessionFiles(session, [...kept, [`${sideDir(place)}/custom-title.json`, '{"customTitle":"gauge-vs-table"}']])
}

/** Output that is too large for the transcript lies in a file of its own; the model sees the beginning. */
function persistedOutput(session: Writer): FileList {
  const { place, random } = session
  const rows = Array.from({ length: 900 }, (_, hour) => {
    const level = 2.4 * Math.cos((2 * Math.PI * hour) / 12.42)
    return `${String(hour).padStart(4)} ${level.toFixed(2)} ${(level + 0.31).toFixed(2)}`
  })
  const output = `hour predicted measured\n${rows.join('\n')}\n`
  const name = `${taskId(random)}.txt`
  const path = `/home/ada/.claude/${sideDir(place)}/tool-results/${name}`
  const size = `${(output.length / 1024).toFixed(1)}KB`
  const preview = output.slice(0, 2000)
  const content = `<persisted-output>\nOutput too large (${size}). Full output saved to: ${path}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`
  const call = bash('node scripts/compare.mjs', 'Print both curves', output, 3)
  const result = { stdout: output.slice(0, 2000), stderr: '', interrupted: false, isImage: false }
  const persisted = { ...result, persistedOutputPath: path, persistedOutputSize: output.length }
  work(session, 'Both curves side by side.', { ...call, content, toolUseResult: persisted })
  return [[`${sideDir(place)}/tool-results/${name}`, output]]
}

/** A command that goes on alone, and the note that it is finished. */
function inBackground(session: Writer): void {
  const { place, random } = session
  const task = taskId(random)
  const output = `/tmp/claude-1000/${encodeCwd(place.cwd)}/${place.sessionId}/tasks/${task}.output`
  const call = bash('npm run backtest', 'Backtest a whole year', '')
  const words = `Command running in background with ID: ${task}. Output is being written to: ${output}`
  const details = { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: task }
  const started = work(session, 'A whole year takes a while; in the background, then.', {
    ...call,
    input: { ...call.input, run_in_background: true },
    content: words,
    toolUseResult: details,
  })
  attachment(session, { type: 'task_reminder', content: [], itemCount: 0 })
  done(session, 'I will hear when it is finished.')
  session.clock.pass(95)
  const note =
    `<task-notification>\n<task-id>${task}</task-id>\n<tool-use-id>${started.calls[0]?.id}</tool-use-id>\n` +
    `<output-file>${output}</output-file>\n<status>completed</status>\n` +
    '<summary>Background command "Backtest a whole year" completed (exit code 0)</summary>\n</task-notification>'
  userText(session, note, { origin: { kind: 'task-notification' }, promptSource: 'system' })
}
