// docs/messages.md: every message that `explain` knows, from the table that it uses.

import { CLIENT_ERRORS } from '../../src/check/known-errors/client.js'
import { CONTENT_ERRORS } from '../../src/check/known-errors/content.js'
import type { KnownError } from '../../src/check/known-errors/known-error.js'
import { MEDIA_ERRORS } from '../../src/check/known-errors/media.js'
import { THINKING_ERRORS } from '../../src/check/known-errors/thinking.js'
import { TOOL_ERRORS } from '../../src/check/known-errors/tools.js'

const PARTS: readonly (readonly [title: string, errors: readonly KnownError[]])[] = [
  ['The client', CLIENT_ERRORS],
  ['Thinking', THINKING_ERRORS],
  ['Tools', TOOL_ERRORS],
  ['Blocks and messages', CONTENT_ERRORS],
  ['Images, documents, size', MEDIA_ERRORS],
]

export function messagesReference(): string {
  return [
    '# Error messages',
    '',
    'What the API and the client say when they do not take a session, what it means, and which [findings](findings.md)',
    'show the place. `rethread explain <session> "<message>"` looks a message up here and names the line. Made from its',
    'table by `npm run docs`.',
    '',
    'A place such as `messages.31.content.0` counts the messages of the request, not the lines of the file: entries of one',
    'answer are one message, and what lies before a compaction or on another branch is none. `explain` counts in what the',
    'client would send now. The client puts reminders of its own among the messages; these are not counted, so an index may',
    'be a little too large. Where a finding belongs to the message, the one nearest below the index is named first; else',
    'the nearest block of the kind that the message speaks of.',
    '',
    ...PARTS.flatMap(([title, errors]) => [`## ${title}`, '', ...errors.flatMap(section)]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function section({ id, wording, by, rule, cause, codes, advice }: KnownError): readonly string[] {
  const findings = codes.map(code => `[\`${code}\`](findings.md#${code})`).join(', ')
  return [
    `### ${id}`,
    '',
    `The ${by} says, by rule ${rule}:`,
    '',
    '```',
    wording,
    '```',
    '',
    safe(cause),
    '',
    `${safe(advice)}${findings === '' ? '' : ` Findings: ${findings}.`}`,
    '',
  ]
}

function safe(text: string): string {
  return text.replace(/[<>|*]/g, sign => `\\${sign}`)
}
