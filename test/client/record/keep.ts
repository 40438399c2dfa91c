// Keeps a session as a fixture: its files blanked, and what the client sends when the blanked session is resumed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ClientHome } from '../client-home.js'
import { blanker } from './blank.js'
import { ownWords } from './own-words.js'
import { sessionFile, sideFiles } from './session-files.js'
import type { Situation } from './situation.js'

/** Writes the files of a session to a folder, which is emptied first. */
export function keepSession(situation: Situation, home: ClientHome, id: string, folder: string): void {
  const blank = blanker(ownWords(situation))
  rmSync(folder, { recursive: true, force: true })
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  put(`${id}.jsonl`, blank.lines(readFileSync(sessionFile(home, id), 'utf8')))
  for (const [name, path] of sideFiles(home, id)) {
    if (name.endsWith('.jsonl')) put(name, blank.lines(readFileSync(path, 'utf8')))
    else if (/\.(json|txt|md)$/.test(name)) put(name, blank.text(readFileSync(path, 'utf8')))
    else put(name, readFileSync(path))
  }
}
