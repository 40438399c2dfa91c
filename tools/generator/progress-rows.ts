// Progress rows of 2.1.11 to 2.1.76: part of the chain in those versions, never sent to the model.
import { appendRow, type Fields, type RowPlace, type Writer } from './session-writer.js'

export function hookProgress(
  writer: Writer,
  event: string,
  matcher: string,
  toolUseID: string,
  at: RowPlace = {},
): string {
  const command = `~/.claude/hooks/${event.toLowerCase()}.sh`
  const data = { type: 'hook_progress', hookEvent: event, hookName: `${event}:${matcher}`, command }
  return appendRow(
    writer,
    stamp => ({
      type: 'progress',
      data,
      parentToolUseID: toolUseID,
      toolUseID,
      timestamp: stamp.timestamp,
      uuid: stamp.uuid,
    }),
    at,
  )
}

/** A command that runs long reports every second; each report hangs on the one before. */
export function bashProgress(writer: Writer, toolUseID: string, outputs: readonly string[], parent: string): void {
  let before = parent
  for (const [index, output] of outputs.entries()) {
    writer.clock.skip(1000)
    const data: Fields = {
      type: 'bash_progress',
      output,
      fullOutput: outputs.slice(0, index + 1).join(''),
      elapsedTimeSeconds: index + 2,
      totalLines: index + 1,
    }
    before = appendRow(
      writer,
      stamp => ({
        type: 'progress',
        data,
        toolUseID: `bash-progress-${index}`,
        parentToolUseID: toolUseID,
        ...stamp,
      }),
      { parent: before, sideLeaf: true },
    )
  }
}
