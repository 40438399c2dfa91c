import type { CodeEntry } from './code-entry.js'

export const FILE_CODES = {} as const satisfies Readonly<Record<string, CodeEntry>>
