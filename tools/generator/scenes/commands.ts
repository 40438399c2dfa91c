// Slash commands and the shell of the user, one after the other.
import { localCommandRow } from '../system-rows.js'
import { bashMode, localCommand, promptCommand, userText } from '../user-rows.js'
import { answered, type Scene, sentence, worked } from './stage.js'

export const localCommands: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    const lot = random.next()
    if (lot < 0.5) localCommand(writer, 'model', 'opus', 'Set model to opus')
    else if (lot < 0.8 && writer.generation.attachments) {
      localCommandRow(writer, '<command-name>/context</command-name>\n<command-message>context</command-message>')
      localCommandRow(writer, '<local-command-stdout>12k of 200k</local-command-stdout>')
    } else userText(writer, '<local-command-stderr>Unknown command</local-command-stderr>')
  }
}

export const answeredCommand: Scene = stage => {
  stage.turns += 1
  promptCommand(stage.writer, 'review', 'all', sentence(stage))
  worked(stage)
  answered(stage)
}

export const shellOfTheUser: Scene = stage => {
  stage.turns += 1
  bashMode(stage.writer, 'git status', 'clean\n')
  if (stage.writer.random.chance(0.5)) bashMode(stage.writer, 'npm test', '', 'failed\n')
  if (stage.writer.random.chance(0.6)) answered(stage)
}
