// A call that can be copied and typed next. It goes to the same sessions as the call that it was suggested by.

import { inConfigDir } from '../format/shell-word.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'

export function suggested(call: string, { configDir }: Pick<Screen, 'configDir'>): string {
  return visibleLine(inConfigDir(call, configDir))
}
