// Attachment rows: what newer clients put into the chain besides the messages.
import { appendRow, type Fields, type RowPlace, type Writer } from './session-writer.js'
import { tokensOf } from './token-growth.js'

export function attachment(writer: Writer, content: Fields, at: RowPlace = {}): string {
  writer.growth.fresh += tokensOf(JSON.stringify(content))
  return appendRow(writer, stamp => ({ attachment: content, type: 'attachment', ...stamp }), at)
}

/** What a new client says at the start of a session. */
export function openingAttachments(writer: Writer): void {
  const { cwd } = writer.place
  attachment(writer, {
    type: 'environment',
    content: `Working directory: ${cwd}\nIs a git repository: true\nPlatform: linux`,
  })
  attachment(writer, {
    type: 'deferred_tools_delta',
    addedNames: ['WebFetch', 'WebSearch', 'NotebookEdit'],
    addedLines: ['WebFetch', 'WebSearch', 'NotebookEdit'],
    removedNames: [],
  })
  attachment(writer, { type: 'date', date: writer.clock.now().slice(0, 10) })
}

/** Words that the user sent while the model was working: the only copy of them in the chain. */
export function queuedCommand(writer: Writer, prompt: string): string {
  const origin = { kind: 'human' }
  return attachment(writer, { type: 'queued_command', prompt, commandMode: 'prompt', origin, humanTurn: true })
}
