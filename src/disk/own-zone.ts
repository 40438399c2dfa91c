// The name of this machine's time zone. Asking for it loads half of what Node knows about languages, which takes a tenth
// of a count where nothing has changed: so it is remembered, with the setting that it follows from.

import { readlinkSync } from 'node:fs'
import { readCacheFile, writeCacheFile, zoneFile } from './cache-files.js'

interface KnownZone {
  readonly setting: string
  readonly zone: string
}

export function ownZone(cacheDir: string): string {
  const setting = zoneSetting()
  if (setting === undefined) return askedZone()
  const path = zoneFile(cacheDir)
  const known = readCacheFile(path)
  if (isKnown(known) && known.setting === setting) return known.zone
  const zone = askedZone()
  writeCacheFile(path, { setting, zone } satisfies KnownZone)
  return zone
}

function askedZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isKnown(value: unknown): value is KnownZone {
  const { setting, zone } = (value ?? {}) as Partial<KnownZone>
  return typeof setting === 'string' && typeof zone === 'string'
}

/** What the zone follows from; undefined where that is the content of a file, which may be another one tomorrow. */
function zoneSetting(): string | undefined {
  const variable = process.env['TZ']
  const place = variable || linkTarget('/etc/localtime')
  const isNamed = variable ? /^[A-Za-z][\w+/-]*$/.test(variable) : place !== undefined
  return isNamed ? `${process.version} ${variable ? 'TZ' : 'link'} ${place}` : undefined
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // a file of its own, or a system that keeps its zone elsewhere
  }
}
