// How many files below a folder this process has open. Of all that it has open one cannot tell: tests of other files share
// the process.

import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const DESCRIPTORS = '/proc/self/fd'

/** 0 where the system does not say. */
export function openFilesIn(folder: string): number {
  if (!existsSync(DESCRIPTORS)) return 0
  return readdirSync(DESCRIPTORS).filter(fd => {
    try {
      return readlinkSync(join(DESCRIPTORS, fd)).startsWith(folder)
    } catch {
      return false // closed meanwhile
    }
  }).length
}
