// Everything a user types that is no plain prompt: slash commands, bash mode, interruptions (client 2.1.45).

import { answer } from '../assistant-rows.js'
import { fileHistorySnapshot, prLink, summaryTitle } from '../bookkeeping-rows.js'
import { text } from '../content-blocks.js'
import { hookProgress } from '../progress-rows.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place, type Writer } from '../session-writer.js'
import { localCommandRow } from '../system-rows.js'
import { bash, rejected, write } from '../tool-calls.js'
import { ask, done, reply, work } from '../turn.js'
import { bashMode, interrupt, localCommand, prompt, promptCommand, userText } from '../user-rows.js'

export function commands(place: Place): Files {
  const session = openSession(place, '2.1-early')
  const hook = hookProgress(session, 'SessionStart', 'startup', session.promptId)
  fileHistorySnapshot(session, hook)
  localCommand(session, 'model', 'opus', 'Set model to \u001b[1mopus (claude-opus-4-6)\u001b[22m')
  promptCommand(
    session,
    'release-notes',
    '0.4',
    '# Release notes\n\nWrite release notes for version 0.4 from the git log. Keep it under ten lines.',
  )
  work(session, '', {
    ...bash('git log --oneline v0.3..', 'Commits since 0.3', 'c0ffee1 Latin names\nbada551 Label printer\n', 3),
    reports: ['c0ffee1 Latin names\n'],
  })
  done(session, '## 0.4\n\n- Labels carry Latin names.\n- The label printer is supported.')
  bashMode(session, 'git tag v0.4', '')
  done(session, 'Tagged as v0.4.')
  prompt(session, 'Write these notes to NEWS.md and publish them.')
  stopped(session)
  prompt(session, 'Only NEWS.md, I publish myself.')
  work(session, '', write(`${place.cwd}/NEWS.md`, '## 0.4\n\n- Labels carry Latin names.\n'))
  const end = done(session, 'Written to `NEWS.md`; nothing was published.')
  localCommandRow(
    session,
    '<command-name>/cost</command-name>\n            <command-message>cost</command-message>\n            <command-args></command-args>',
  )
  localCommandRow(session, '<local-command-stdout>Total cost: $0.41</local-command-stdout>')
  halfAnswer(session)
  prLink(session, 'lin/seed-library', 12)
  localCommand(session, 'exit', '', 'Goodbye!')
  const titles = { ...session, lines: [] as string[] }
  summaryTitle(titles, 'Release notes for 0.4', end.rows.at(-1) ?? '')
  session.lines.push(...titles.lines)
  return sessionFiles(session)
}

/** The user refuses a call, and with it the turn. */
function stopped(session: Writer): void {
  const asked = ask(session, 'First the upload.', [
    rejected('Bash', { command: 'npm run publish-notes', description: 'Publish the notes' }),
  ])
  for (const made of asked.calls) reply(session, made)
  interrupt(session, true)
}

/** The user stops the stream in the middle of a sentence. */
function halfAnswer(session: Writer): void {
  prompt(session, 'Tell me the whole history of the marigold.')
  answer(session, [text('The marigold came to Europe twice: once from')], 'end_turn', { interrupted: true })
  interrupt(session, false)
  userText(session, '<system-reminder>\nThe user opened the file NEWS.md in the editor.\n</system-reminder>', {
    isMeta: true,
  })
}
