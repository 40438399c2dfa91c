// Forms that an answer takes: thinking of all kinds, calls side by side, slow streams, words cut off.
import { answer } from '../assistant-rows.js'
import { attachment } from '../attachment-rows.js'
import { type Block, redactedThinking, text, thinking, toolUse } from '../content-blocks.js'
import { toolUseId } from '../identifiers.js'
import { mcp } from '../tool-calls.js'
import { ask, reply, work } from '../turn.js'
import { interrupt, userText } from '../user-rows.js'
import { answered, asked, lead, oneCall, type Scene, said, someCalls, worked } from './stage.js'

/** Redacted, empty, before and between the calls. */
export const thinkingOfAllKinds: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  const thought = (): Block =>
    random.chance(0.3) ? redactedThinking(random) : thinking(random, random.chance(0.3) ? '' : said(stage))
  asked(stage)
  for (let left = random.int(1, 3); left > 0; left -= 1)
    work(writer, [...Array.from({ length: random.int(1, 2) }, thought), text(said(stage))], ...someCalls(stage))
  if (random.chance(0.4)) {
    answer(writer, [thought()], 'max_tokens')
    userText(writer, 'Output token limit hit. Resume directly.', { isMeta: true })
  }
  answered(stage, [thought(), text(said(stage))])
}

/** The first calls are answered while the others are still being written. */
export const slowStream: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const calls = Array.from({ length: writer.random.int(2, 4) }, () => oneCall(stage))
  const uses = calls.map(call => toolUse(writer.random, call.name, call.input))
  const open = new Set(calls.keys())
  const answerTo = (at: number, row: string): void => {
    const use = uses[at]
    if (use?.type === 'tool_use' && open.delete(at)) reply(writer, { id: use.id, row, call: calls[at]! })
  }
  const between = (block: number): void => {
    if (block > 0 && writer.random.chance(0.6)) answerTo(block - 1, writer.tip!)
  }
  const { rows } = answer(writer, [text(said(stage)), ...uses], 'tool_use', { between })
  for (const at of calls.keys()) answerTo(at, rows[at + 1]!)
  answered(stage)
}

/** Answered in another order than asked, or all in one entry. */
export const resultsInAnyOrder: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const { calls } = ask(
    writer,
    lead(stage),
    Array.from({ length: writer.random.int(2, 5) }, () => oneCall(stage)),
  )
  if (writer.random.chance(0.5)) for (const made of calls.toReversed()) reply(writer, made)
  else
    userText(
      writer,
      calls.map(
        ({ id, call }) => ({ type: 'tool_result', tool_use_id: id, content: call.content }) as unknown as Block,
      ),
    )
  answered(stage)
}

/** The user says something while allowing a call, or while refusing it. */
export const wordsBesideResults: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  const { calls } = ask(writer, lead(stage), someCalls(stage))
  for (const { id, row, call } of calls) {
    const words = { type: 'text', text: said(stage) }
    const result = { type: 'tool_result', tool_use_id: id, content: call.content }
    userText(writer, [result, ...(random.chance(0.7) ? [words] : [])] as unknown as readonly Block[], {
      sourceToolAssistantUUID: row,
      toolUseResult: call.toolUseResult ?? '',
    })
  }
  answered(stage)
}

/** Searches on the server's side, within one answer. */
export const serverTools: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const id = `srvtoolu_${toolUseId(writer.random).slice(6)}`
  const blocks = [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: 'tide' } },
    { type: 'web_search_tool_result', tool_use_id: id, content: [] },
    text(said(stage)),
  ] as unknown as readonly Block[]
  answered(stage, blocks)
}

/** Tools that are looked up first; skills whose text comes as a note of the client. */
export const toolsLookedUp: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  const found = [{ type: 'tool_reference', tool_name: random.pick(['WebFetch', 'mcp__harbour__read']) }]
  if (writer.generation.name === '2.1')
    work(writer, lead(stage), {
      name: 'ToolSearch',
      input: { query: 'fetch' },
      content: found,
      toolUseResult: { matches: ['WebFetch'] },
    })
  work(writer, lead(stage), mcp('harbour', 'read', { station: 1 }, said(stage)))
  const skill = work(writer, lead(stage), {
    name: 'Skill',
    input: { skill: 'review' },
    content: 'Launching skill: review',
    toolUseResult: { success: true, commandName: 'review' },
  })
  userText(writer, [text(`Base directory for this skill: /home/ada/.claude/skills/review\n\n${said(stage)}`)], {
    isMeta: true,
    sourceToolUseID: skill.calls[0]?.id,
  })
  if (writer.generation.attachments) attachment(writer, { type: 'command_permissions', allowedTools: [] })
  worked(stage, 0, 2)
  answered(stage)
}

/** The model of a session changes, and with it whose thinking is valid. */
export const otherModel: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const model = writer.random.pick(['claude-haiku-4-5-20251001', 'claude-sonnet-4-5-20250929', writer.model])
  const { calls } = ask(writer, [thinking(writer.random, said(stage))], someCalls(stage), { model })
  for (const made of calls) reply(writer, made)
  answered(stage)
}

/** Stopped while the answer was being written. */
export const stoppedWriting: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  asked(stage)
  worked(stage, 0, 2)
  const begun: readonly Block[] = random.chance(0.3) ? [thinking(random, said(stage))] : []
  answer(writer, [...begun, ...(random.chance(0.8) || begun.length === 0 ? [text(said(stage))] : [])], 'end_turn', {
    interrupted: true,
  })
  interrupt(writer, false)
  stage.stopped = true
}

/** Stopped at a call: the client answers it, in the user's name; or the user is asked and says no. */
export const stoppedAtCall: Scene = stage => {
  const { writer } = stage
  asked(stage)
  const { calls } = ask(writer, lead(stage), someCalls(stage))
  for (const made of calls)
    reply(writer, {
      ...made,
      call: {
        ...made.call,
        content: '[Request interrupted by user for tool use]',
        toolUseResult: 'User rejected tool use',
        isError: true,
      },
    })
  interrupt(writer, true)
  stage.stopped = true
}
