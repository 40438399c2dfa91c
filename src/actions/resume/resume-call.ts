// The line that starts the client on a session, to be pasted into a shell.

import { join, resolve } from 'node:path'
import { shellWord } from '../../format/shell-word.js'
import type { Place } from '../session/place.js'

/** The config dir that the client would use by itself. */
export function usualConfigDir({ env, home }: Pick<Place, 'env' | 'home'>): string {
  return resolve(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'))
}

/** With the config dir, where the client would look into another one. */
export function resumeCall(place: Pick<Place, 'env' | 'home'>, id: string, configDir: string | undefined): string {
  const isUsual = configDir === undefined || resolve(configDir) === usualConfigDir(place)
  return `${isUsual ? '' : `CLAUDE_CONFIG_DIR=${shellWord(resolve(configDir))} `}claude --resume ${id}`
}
