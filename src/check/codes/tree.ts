import type { CodeEntry } from './code-entry.js'

export const TREE_CODES = {} as const satisfies Readonly<Record<string, CodeEntry>>
