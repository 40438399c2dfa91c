// Presets by name: the built-in ones, and one's own from `rethread/config.json` in the config dir of the platform.

import { isAbsolute, join } from 'node:path'
import { peekText } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { PRESETS, type Preset, STRIP_KINDS, type StripKind } from '../../reshape/strip/index.js'
import type { Place } from '../session/place.js'

const MAX_CONFIG = 1024 * 1024

export function presetNamed(place: Place, name: string): Preset {
  const path = configFile(place)
  const own = ownPresets(path)
  const found = own.get(name) ?? (Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined)
  if (found) return found
  const known = [...Object.keys(PRESETS), ...own.keys()].join(', ')
  throw new InputError(
    'preset-unknown',
    `unknown preset ${JSON.stringify(name)}. Presets: ${known}. Define your own in ${path}`,
  )
}

export interface NamedPreset extends Preset {
  readonly name: string
}

/** All that `strip` knows, one's own last. */
export function presets(place: Pick<Place, 'env' | 'home'>): readonly NamedPreset[] {
  const all = new Map([...Object.entries(PRESETS), ...ownPresets(configFile(place))])
  return [...all].map(([name, preset]) => ({ name, ...preset }))
}

/** XDG on Linux and macOS, the platform's own place on Windows. It need not exist. */
export function configFile({ env, home }: Pick<Place, 'env' | 'home'>, platform = process.platform): string {
  const [key, fallback] = platform === 'win32' ? ['APPDATA', ['AppData', 'Roaming']] : ['XDG_CONFIG_HOME', ['.config']]
  const given = env[key as string]
  return join(given && isAbsolute(given) ? given : join(home, ...(fallback as string[])), 'rethread', 'config.json')
}

function ownPresets(path: string): ReadonlyMap<string, Preset> {
  const text = peekText(path, MAX_CONFIG)
  if (text === undefined) return new Map()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError('config-invalid', `${path} is not valid JSON`, error)
  }
  const presets = object(object(value)['presets'])
  return new Map(Object.entries(presets).map(([name, preset]) => [name, presetOf(path, name, object(preset))]))
}

function presetOf(
  path: string,
  name: string,
  { remove, truncate, spare, also }: Readonly<Record<string, unknown>>,
): Preset {
  const wrong = (what: string): InputError => new InputError('config-invalid', `${path}: preset ${name}: ${what}`)
  const part = (key: string, value: unknown): number => {
    if (value === undefined) return 0
    const share = typeof value === 'string' ? shareOf(value) : undefined
    if (share === undefined) throw wrong(`${key} must be a percentage such as "50%"`)
    return share
  }
  if (spare !== undefined && !(Number.isInteger(spare) && (spare as number) >= 0))
    throw wrong('spare must be a whole number')
  const kinds: unknown = also ?? []
  if (!Array.isArray(kinds) || !kinds.every(kind => STRIP_KINDS.includes(kind as StripKind)))
    throw wrong(`also must be a list of ${STRIP_KINDS.join(', ')}`)
  return {
    remove: part('remove', remove),
    truncate: part('truncate', truncate),
    spare: (spare as number | undefined) ?? 0,
    also: kinds as StripKind[],
  }
}

/** `75%` as a part of 1; undefined where it is none. */
export function shareOf(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text)
  const share = Number(match?.[1]) / 100
  return match && share <= 1 ? share : undefined
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
