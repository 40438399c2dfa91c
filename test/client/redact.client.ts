// Redacted sessions in the real client: secrets are planted into recorded sessions, taken out again, and the client
// resumes the result and sends exactly what `context` says of it. A sample each time.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { redact } from '../../src/actions/redact/redact.js'
import { tempFolder } from '../disk/temp-folder.js'
import { KINDS, make, type Random, seeded } from '../secrets/made-secrets.js'
import { type RecordedSession, recordedSessions } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'

const { judged } = judgedSuite('redacted')

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(['2.1.325', '2.0.42'])('client %s', version => {
    const own = recordedSessions().filter(session => session.version === version)
    const tried = sample(own, version === '2.1.325' ? 20 : 6, `redacted ${version}`)
    test.concurrent.each(tried)('$name', one => expectClean(one, version))
  })

async function expectClean(one: RecordedSession, version: string): Promise<void> {
  const home = tempFolder()
  const folder = join(home, '.claude', 'projects', '-p')
  const path = join(folder, `${one.sessionId}.jsonl`)
  mkdirSync(folder, { recursive: true })
  const { text, secrets } = planted(readFileSync(one.file, 'utf8'), seeded(one.name.length * 31 + 7))
  writeFileSync(path, text)
  const report = await redact(
    { env: {}, home, cwd: home },
    {
      call: [],
      reference: one.sessionId,
      where: { kind: 'in-place' },
      dryRun: false,
      now: Date.now(),
      keepIds: false,
      idsFrom: undefined,
      allTexts: false,
      title: undefined,
      paths: false,
      names: false,
      rules: undefined,
      entropy: false,
      keyFile: undefined,
    },
  )
  expect(report.refused).toEqual([])
  const session = readFileSync(path)
  for (const secret of secrets) expect(session.includes(secret), secret.slice(0, 8)).toBe(false)
  await judged({ name: one.name, version, session, sessionId: one.sessionId })
}

/** One in every text that is a prompt, an answer, an input or a result, and in some thinking. */
function planted(text: string, random: Random): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = []
  const next = (): string => {
    const { real } = KINDS[random(KINDS.length)]!
    const { text: words, secret } = make(real[random(real.length)]!, random)
    if (/^[\w.:/+=~$-]{12,}$/.test(secret)) secrets.push(secret)
    return `\n${words}\n`
  }
  // An answer that the client wrote twice says the same twice.
  const said = new Map<string, string>()
  const inText = (key: string): string => {
    const words = said.get(key) ?? next()
    said.set(key, words)
    return words
  }
  const inBlock = (block: Record<string, unknown>, id: unknown): void => {
    if (block['type'] === 'text') block['text'] = `${block['text']}${inText(`${id} ${block['text']}`)}`
    if (block['type'] === 'tool_result' && typeof block['content'] === 'string') block['content'] += next()
    if (block['type'] === 'tool_use') block['input'] = { ...(block['input'] as object), note: next() }
    if (block['type'] === 'thinking' && random(3) === 0) block['thinking'] = `${block['thinking']}${next()}`
  }
  const lines = text.split('\n').map(line => {
    if (!/^\{.*"type":"(?:user|assistant)"/.test(line)) return line
    const entry = JSON.parse(line)
    const { message } = entry
    if (typeof message?.content === 'string') message.content += next()
    else if (Array.isArray(message?.content))
      for (const block of message.content) inBlock(block, message.id ?? entry.uuid)
    if (entry.toolUseResult?.stdout !== undefined) entry.toolUseResult.stdout += next()
    return JSON.stringify(entry)
  })
  return { text: lines.join('\n'), secrets }
}
