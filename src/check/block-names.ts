// The types of blocks as names, looked up once a session.

import type { Name, Names } from '../conversation/names.js'

export interface BlockNames {
  readonly text: Name
  readonly thinking: Name
  readonly redactedThinking: Name
  readonly toolUse: Name
  readonly toolResult: Name
  readonly image: Name
  readonly document: Name
}

export function blockNames(names: Names): BlockNames {
  return {
    text: names.of('text'),
    thinking: names.of('thinking'),
    redactedThinking: names.of('redacted_thinking'),
    toolUse: names.of('tool_use'),
    toolResult: names.of('tool_result'),
    image: names.of('image'),
    document: names.of('document'),
  }
}
