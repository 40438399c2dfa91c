// All that a situation says: its prompts, replies, files and settings.

import type { Situation } from './situation.js'

export function ownWords({ files, home, settings, replies, acts }: Situation): readonly string[] {
  const found: string[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (value instanceof Uint8Array || value instanceof RegExp) return
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) take(one)
  }
  for (const value of [files, home, settings, replies, acts]) take(value)
  return found
}
