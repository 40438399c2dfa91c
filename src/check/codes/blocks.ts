import type { CodeEntry } from './code-entry.js'

export const BLOCK_CODES = {} as const satisfies Readonly<Record<string, CodeEntry>>
