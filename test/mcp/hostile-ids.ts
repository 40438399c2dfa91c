// Names of sessions that lead elsewhere, for every tool that takes one.

import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Agent } from './agent.js'

type Calls = readonly (readonly [string, Readonly<Record<string, unknown>>])[]

export interface HostileIds {
  readonly ids: readonly string[]
  /** What stands in the file that they lead to. */
  readonly words: string
}

/** `count` of them, the worst first; `-` would be standard input, which is the line to the client. */
export function hostileIds(config: string, count: number): HostileIds {
  const words = 'the words of a file elsewhere'
  const outside = join(realpathSync.native(mkdtempSync(join(tmpdir(), 'rethread-outside-'))), 'secret.jsonl')
  const uuid = '11111111-1111-4111-8111-111111111111'
  writeFileSync(outside, `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: words } })}\n`)
  const worst = [outside, '-', `${outside}:t1`, `../../${outside}`, `${config}/projects`, '/', '..', '../..', '.']
  worst.push('/etc/passwd', '~', 'file:///etc/passwd')
  const ends = ['etc/passwd', 'secret.jsonl', '%2e%2e/secret', '..\\secret', '\u0000', 'projects/*']
  const others = Array.from({ length: count }, (_, at) => `${'../'.repeat(at % 12)}${ends[at % ends.length]}${at}`)
  return { ids: [...worst, ...others].slice(0, count), words }
}

export function readingSessions(calls: Calls): Calls {
  return calls.filter(([, words]) => 'session' in words)
}

export async function expectNothing(agent: Agent, calls: Calls, ids: readonly string[], secret: string): Promise<void> {
  for (const [name, words] of calls) {
    for (const session of ids) {
      const result = await agent.call(name, { ...words, session })
      expect(result.isError, `${name} ${session}`).toBe(true)
      expect(JSON.stringify(result)).not.toContain(secret)
    }
  }
  for (const uri of ids) await expect(agent.client.readResource({ uri: `rethread://session/${uri}` })).rejects.toThrow()
}
