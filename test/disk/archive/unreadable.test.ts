// Folders of our own that cannot be listed: who cannot look does not know what is named there, and changes nothing.

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pruneArchive, readRecords } from '../../../src/disk/archive/index.js'
import { packsFolder, recordsFolder } from '../../../src/disk/archive/places.js'
import { unfinishedIds } from '../../../src/disk/unfinished.js'
import { StorageError } from '../../../src/format/error.js'
import { sessionHome } from '../session-home.js'
import { tempFolder } from '../temp-folder.js'
import { keepHome, seen } from './kept-home.js'

/** A file in the place of a folder cannot be listed, whoever asks. */
function unlisted(folder: string): () => void {
  renameSync(folder, `${folder}.aside`)
  writeFileSync(folder, '')
  return () => {
    rmSync(folder)
    renameSync(`${folder}.aside`, folder)
  }
}

test('prune throws no pack away where the records cannot be listed', async () => {
  const home = sessionHome()
  await keepHome(home)
  const packs = seen(packsFolder(home.dataDir))
  expect(readdirSync(packsFolder(home.dataDir)).length).toBeGreaterThan(0)
  const giveBack = unlisted(recordsFolder(home.dataDir))
  const request = { dataDir: home.dataDir, forget: () => false, dryRun: false }
  await expect(pruneArchive(request)).rejects.toThrow(StorageError)
  expect(seen(packsFolder(home.dataDir))).toEqual(packs)
  giveBack()
  expect(readRecords(home.dataDir)).toHaveLength(1)
})

test('nothing is kept where earlier versions cannot be listed, and nothing is lost', async () => {
  const home = sessionHome()
  await keepHome(home)
  writeFileSync(home.path, '{"type":"user"}\n')
  const giveBack = unlisted(recordsFolder(home.dataDir))
  await expect(keepHome(home)).rejects.toThrow()
  giveBack()
  expect(readRecords(home.dataDir)).toHaveLength(1)
})

test('changes that are under way are not taken for none', () => {
  const dataDir = tempFolder()
  expect(unfinishedIds(dataDir)).toEqual(new Set())
  mkdirSync(join(dataDir, 'unfinished'))
  unlisted(join(dataDir, 'unfinished'))
  expect(() => unfinishedIds(dataDir)).toThrow(StorageError)
})
