// What a prompt is called in a list: its first line, without what the client or the editor has put before it.

import { withoutEditorNotes } from './user-kind.js'

/** Undefined where the prompt has no words: an image alone. */
export function promptTitle(prompt: string): string | undefined {
  const words = withoutEditorNotes(prompt)
  const plan = PLAN.exec(words)
  // The client's own words when a plan was accepted, the same in every such session: the plan's heading tells them apart.
  return (plan && firstHeading(words.slice(plan[0].length))) ?? firstLine(words)
}

const PLAN = /^\s*Implement the following plan:?/i

function firstHeading(text: string): string | undefined {
  const heading = /^\s*#{1,6}[ \t]+(\S.*)$/m.exec(text)?.[1]?.trim()
  return heading === undefined || heading === '' ? firstLine(text) : heading
}

function firstLine(text: string): string | undefined {
  const line = /\S.*/.exec(text)?.[0]?.trim()
  return line?.replace(/^#{1,6}\s+(?=\S)/, '')
}
