// What a client has sent, kept between runs: asking everything takes hours, and a run that is stopped goes on where it was.
//
// Kept is the client's answer and nothing of ours: it is compared with a prediction that is made anew. It is found again by
// all that a client is given: its version, the bytes, the files beside them, the prompt and the arguments. The usual
// suite does not look here: it asks.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Resume, Resumed } from './resume.js'
import { ALL, CARRY_ON, RECORD } from './sample.js'

/** `folder`: where answers are kept; without one the client is asked each time. */
export async function keptAnswer(asked: Resume, ask: () => Promise<Resumed>, folder = keptFolder()): Promise<Resumed> {
  // A home or a folder that somebody made holds more than what is told here.
  if (folder === undefined || asked.home !== undefined || 'folder' in (asked.sideFiles ?? {})) return ask()
  const path = join(folder, asked.version, `${keyOf(asked)}.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Resumed
  const answer = await ask()
  // Whether it hangs is a matter of time, so it is asked again.
  if (answer.kind === 'refused' && answer.reason === 'hangs') return answer
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(answer))
  renameSync(`${path}.${process.pid}`, path)
  return answer
}

function keptFolder(): string | undefined {
  const clients = process.env['RETHREAD_CLIENTS']
  return CARRY_ON && ALL && !RECORD && clients ? join(clients, '..', 'answers') : undefined
}

/** Every part with its length before it: no two askings have the same. */
function keyOf({ session, sideFiles = {}, sessionId = '', prompt = '', args = [] }: Resume): string {
  const hash = createHash('sha256')
  const add = (part: string | Uint8Array): void => {
    hash.update(`${typeof part === 'string' ? Buffer.byteLength(part) : part.length}\n`).update(part)
  }
  for (const part of [session, sessionId, prompt, String(args.length), ...args]) add(part)
  for (const [name, bytes] of Object.entries(sideFiles as Record<string, Uint8Array | string>).sort()) {
    add(name)
    add(bytes)
  }
  return hash.digest('hex')
}
