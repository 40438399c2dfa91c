// A file that is there as a whole or not at all, and never in the place of another one unless that was said.

import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { InputError, StorageError } from '../format/error.js'
import { rest } from './rest.js'

const PIECE = 1 << 16

/** Returns how many bytes it has. */
export async function writePage(path: string, pieces: Iterable<string>, overwrite: boolean): Promise<number> {
  if (isDevice(path)) return writeInto(path, pieces)
  expectFree(path, overwrite)
  const spare = `${path}.${process.pid}.part`
  let file: number | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    file = openSync(spare, 'wx')
    const bytes = await writePieces(file, pieces)
    fsyncSync(file)
    if (overwrite) renameSync(spare, path)
    else linkSync(spare, path)
    return bytes
  } catch (error) {
    throw storageFault(path, error)
  } finally {
    if (file !== undefined) {
      closeSync(file)
      rmSync(spare, { force: true })
    }
  }
}

/** A device, a pipe, a socket, or a link to one: it holds nothing that could be lost, and nothing may take its place. */
function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && !there.isFile() && !there.isDirectory()
}

async function writeInto(path: string, pieces: Iterable<string>): Promise<number> {
  let file: number | undefined
  try {
    file = openSync(path, 'w')
    return await writePieces(file, pieces)
  } catch (error) {
    throw storageFault(path, error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

async function writePieces(file: number, pieces: Iterable<string>): Promise<number> {
  let bytes = 0
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < PIECE) continue
    bytes += writeAll(file, waiting)
    waiting = ''
    await rest()
  }
  return bytes + writeAll(file, waiting)
}

function expectFree(path: string, overwrite: boolean): void {
  if (!overwrite && lstatSync(path, { throwIfNoEntry: false })) throw exists(path)
}

function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  return bytes.length
}

function storageFault(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return exists(path)
  return code?.startsWith('E') ? new StorageError('write', `cannot write ${path}: ${message}`, error) : error
}

function exists(path: string): InputError {
  return new InputError('exists', `${path} exists: use --force to overwrite it`)
}
