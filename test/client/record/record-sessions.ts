// Records the sessions anew: `npm run client:record-sessions -- [VERSION…] [situation…]`. Without a version the clients
// that the rules are written for, without a situation all of them. What the other clients make of the sessions is then
// added by `npm run client:record -- --missing`.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf } from '../answer.js'
import { CLIENTS } from '../clients.js'
import { type FakeApi, startFakeApi } from '../fake-api.js'
import { writeGolden } from '../goldens.js'
import { NEXT_PROMPT, resume } from '../resume.js'
import { enterHouse, freshHouse } from './house.js'
import { keepSession } from './keep.js'
import { perform } from './perform.js'
import type { Situation } from './situation.js'
import { SITUATIONS, situationsOf } from './situations/all.js'

const FOLDER = join(process.cwd(), 'test', 'client', 'recorded', 'sessions')
const VERSION = /^\d+\.\d+\.\d+$/

enterHouse()
const words = process.argv.slice(2)
const versions = words.filter(word => VERSION.test(word))
const names = words.filter(word => !VERSION.test(word))
const unknown = names.filter(name => !SITUATIONS.some(situation => situation.name === name))
if (unknown.length > 0) throw new Error(`no such situation: ${unknown.join(', ')}`)
const api = await startFakeApi()
let failed = 0
for (const version of versions.length > 0 ? versions : CLIENTS) {
  for (const situation of situationsOf(version)) {
    if (names.length > 0 && !names.includes(situation.name)) continue
    const started = Date.now()
    try {
      const said = await record(api, situation, version)
      console.log(`${version} ${situation.name}: ${said} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failed++
      console.log(`${version} ${situation.name}: FAILED ${(error as Error).message}`)
    }
  }
}
await api.close()
process.exitCode = failed > 0 ? 1 : 0

async function record(api: FakeApi, situation: Situation, version: string): Promise<string> {
  const folder = join(FOLDER, situation.name, version)
  const home = freshHouse()
  const tag = createHash('sha256').update(situation.name).digest('hex').slice(0, 8)
  const line = api.open({ tag, ...(situation.replies ? { replies: situation.replies } : {}) })
  try {
    const sessionId = await perform(situation, version, home, line)
    keepSession(situation, home, sessionId, folder)
    return await recordAnswer(api, version, folder, sessionId)
  } finally {
    line.close()
    home.remove()
  }
}

/** The blanked session is what is resumed, so that the answer belongs to the file that is kept. */
async function recordAnswer(api: FakeApi, version: string, folder: string, sessionId: string): Promise<string> {
  const side = join(folder, sessionId)
  const session = readFileSync(join(folder, `${sessionId}.jsonl`))
  const resumed = await resume(api, {
    version,
    sessionId,
    session,
    ...(existsSync(side) ? { sideFiles: { folder: side } } : {}),
  })
  const answer = answerOf(resumed, NEXT_PROMPT)
  writeGolden(join(folder, `${sessionId}.sent-${version}.json`), session, answer)
  return 'refused' in answer ? `refused, ${answer.refused}` : `${answer.messages.length} messages`
}
