// What hooks, files and modes put between the messages.
import { attachment } from '../attachment-rows.js'
import { permissionMode } from '../bookkeeping-rows.js'
import { uuid } from '../identifiers.js'
import { hookProgress } from '../progress-rows.js'
import { request, words } from '../prose.js'
import { appendRow, type Fields, type Writer } from '../session-writer.js'
import { stopHookSummary } from '../system-rows.js'
import { rejected } from '../tool-calls.js'
import { work } from '../turn.js'
import { prompt, userText } from '../user-rows.js'
import { randomPng } from './pictures.js'
import { answered, asked, type Scene, said, someCalls, worked } from './stage.js'

/** As clients write them behind prompts and results. */
const ATTACHED: readonly ((writer: Writer) => Fields)[] = [
  () => ({ type: 'todo_reminder', content: [], itemCount: 0 }),
  () => ({ type: 'task_reminder', content: [{ id: '1', subject: 'sort', status: 'pending' }], itemCount: 1 }),
  ({ place, random }) => ({ type: 'edited_text_file', filename: `${place.cwd}/a.ts`, snippet: words(random, 12) }),
  ({ place, random }) => ({
    type: 'file',
    filename: `${place.cwd}/notes.txt`,
    content: {
      type: 'text',
      file: {
        filePath: `${place.cwd}/notes.txt`,
        content: words(random, 40),
        numLines: 1,
        startLine: 1,
        totalLines: 1,
      },
    },
    displayPath: 'notes.txt',
  }),
  ({ place, random }) => ({
    type: 'file',
    filename: `${place.cwd}/chart.png`,
    content: {
      type: 'image',
      file: { base64: Buffer.from(randomPng(random)).toString('base64'), type: 'image/png', originalSize: 70 },
    },
    displayPath: 'chart.png',
  }),
  ({ place }) => ({ type: 'directory', path: place.cwd, content: 'src\nREADME.md', displayPath: '.' }),
  ({ place }) => ({
    type: 'nested_memory',
    path: `${place.cwd}/src/CLAUDE.md`,
    content: { path: `${place.cwd}/src/CLAUDE.md`, type: 'Project', content: 'Be brief.\n' },
    displayPath: 'src/CLAUDE.md',
  }),
  ({ place, random }) => ({
    type: 'selected_lines_in_ide',
    ideName: 'Editor',
    lineStart: 1,
    lineEnd: 4,
    filename: `${place.cwd}/a.ts`,
    content: words(random, 20),
    displayPath: 'a.ts',
  }),
  () => ({
    type: 'skill_listing',
    content: '- review: looks it over',
    skillCount: 1,
    isInitial: true,
    names: ['review'],
  }),
  () => ({ type: 'total_tokens_reminder', text: '<total_tokens>900000 tokens left</total_tokens>' }),
  ({ random }) => ({ type: 'prompt_snapshot', content: words(random, 60) }),
  ({ random }) => ({ type: 'novelty', content: words(random, 5) }),
  () => ({ type: 'command_permissions', allowedTools: ['Bash(echo:*)'] }),
]

export const attachments: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  some(() => attach(stage.writer))
  if (random.chance(0.7)) worked(stage, 1, 2)
  some(() => attach(stage.writer))
  answered(stage)

  function some(one: () => void): void {
    for (let left = random.int(0, 4); left > 0; left -= 1) one()
  }
}

function attach(writer: Writer): void {
  const content = writer.random.pick(ATTACHED)(writer)
  if (writer.random.chance(0.5)) {
    attachment(writer, content)
    return
  }
  const rendered = [{ content: `<system-reminder>\n${String(content['type'])}\n</system-reminder>` }]
  appendRow(writer, stamp => ({ attachment: content, type: 'attachment', ...stamp, rendered, renderedRole: 'system' }))
}

/** A hook that speaks, one that stops the model from stopping, one that blocks a call. */
export const hooks: Scene = stage => {
  const { writer } = stage
  const { random, generation } = writer
  asked(stage)
  const round = work(writer, said(stage), ...someCalls(stage))
  for (const { id } of round.calls) {
    if (generation.progress) hookProgress(writer, 'PostToolUse', 'Bash', id)
    if (generation.attachments)
      attachment(writer, {
        type: random.pick(['hook_success', 'hook_additional_context', 'hook_blocking_error', 'hook_cancelled']),
        hookName: 'PostToolUse:Bash',
        hookEvent: 'PostToolUse',
        toolUseID: id,
        content: random.chance(0.5) ? '' : 'formatted',
        stdout: '',
        stderr: '',
        exitCode: 0,
      })
  }
  for (let left = random.int(0, 2); left > 0; left -= 1) {
    answered(stage)
    stopHookSummary(writer, 'lint.sh', 120)
    userText(writer, 'Stop hook feedback:\n[lint.sh]: two warnings', { isMeta: true })
    worked(stage, 0, 1)
  }
  answered(stage)
}

/** The prompt was never sent: a hook kept it back. */
export const blockedPrompt: Scene = stage => {
  const { writer } = stage
  const words = request(writer.random, 999)
  if (writer.random.chance(0.5)) prompt(writer, words)
  appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'informational',
    content: `UserPromptSubmit operation blocked by hook:\n[check.sh]: not this\n\nOriginal prompt: ${words}`,
    isMeta: false,
    ...stamp,
    level: 'warning',
    preventContinuation: true,
  }))
}

/** Planned first; the plan is taken, or sent back with words beside the result. */
export const planMode: Scene = stage => {
  const { writer } = stage
  const { random, generation, place } = writer
  permissionMode(writer, 'plan')
  asked(stage, { permissionMode: 'plan' })
  const planFilePath = `/home/ada/.claude/plans/${writer.slug}.md`
  if (generation.attachments)
    attachment(writer, { type: 'plan_mode', reminderType: 'full', isSubAgent: false, planFilePath, planExists: false })
  worked(stage, 1, 2)
  const plan = `# Plan\n\n${said(stage)}`
  if (random.chance(0.4)) {
    work(writer, said(stage), rejected('ExitPlanMode', { plan }))
    userText(writer, [{ type: 'text', text: '[Request interrupted by user for tool use]' }])
    asked(stage, { permissionMode: 'plan' })
  }
  const content = `User has approved your plan. You can now start coding.\n\n${plan}`
  work(writer, said(stage), {
    name: 'ExitPlanMode',
    input: { plan },
    content,
    toolUseResult: { plan, isAgent: false, filePath: planFilePath },
  })
  if (generation.attachments) attachment(writer, { type: 'plan_mode_exit', planFilePath, planExists: true })
  permissionMode(writer, 'acceptEdits')
  worked(stage)
  answered(stage)
  stage.files.push([`plans/${writer.slug}.md`, `${plan}\n${place.cwd}\n`])
}

/** Entries of the chain that say something to the user alone. */
export const notices: Scene = stage => {
  const { writer } = stage
  const kinds: readonly Fields[] = [
    { subtype: 'away_summary', content: 'You were sorting tables. (disable recaps in /config)', isMeta: false },
    {
      subtype: 'model_fallback',
      content: 'Overloaded: switched',
      level: 'warning',
      trigger: 'overloaded',
      originalModel: writer.model,
      fallbackModel: 'claude-haiku-4-5',
    },
    { subtype: 'informational', content: 'Conversation saved', level: 'info', isMeta: false },
    { subtype: 'novelty', content: 'something new', toolUseID: uuid(writer.random) },
  ]
  appendRow(writer, stamp => ({ type: 'system', ...writer.random.pick(kinds), ...stamp }))
}
