// Random sessions in a real client against their predictions: `npm run client:fuzz -- [COUNT] [SEED] [VERSION …]`. Each
// difference is printed as a session that is as short as it can be made by leaving out rows.

import { answerOf } from './answer.js'
import { CLIENTS } from './clients.js'
import { difference } from './difference.js'
import { type Row, session } from './experiments/builders.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { predict } from './prediction.js'
import { randomSession } from './random-session.js'
import { NEXT_PROMPT, resume } from './resume.js'
import { random } from './sample.js'

const words = process.argv.slice(2)
const versions = words.filter(word => /^\d+\.\d+\.\d+$/.test(word))
const [count = 100, seed = Date.now() % 1_000_000] = words.filter(word => /^\d+$/.test(word)).map(Number)

const api = await startFakeApi()
let differing = 0
for (const version of versions.length > 0 ? versions : CLIENTS) {
  console.log(`client ${version}: ${count} sessions, seed ${seed}`)
  const numbers = Array.from({ length: count }, (_, at) => seed + at)
  const worker = async () => {
    for (let next = numbers.shift(); next !== undefined; next = numbers.shift()) {
      const rows = randomSession(random(`session ${next}`))
      const found = await parting(api, version, rows)
      if (found === undefined) continue
      differing++
      const least = await shortened(version, rows)
      console.log(`\nseed ${next}, client ${version}: ${await parting(api, version, least)}`)
      console.log(new TextDecoder().decode(session(least)))
    }
  }
  await Promise.all([worker(), worker()])
}
await api.close()
console.log(`${differing} differ`)
process.exit(differing === 0 ? 0 : 1)

async function parting(of: FakeApi, version: string, rows: readonly Row[]): Promise<string | undefined> {
  const bytes = session(rows)
  const prediction = predict(bytes, version)
  if (prediction.kind === 'unknown') return undefined
  const sent = await resume(of, { version, session: bytes, prompt: NEXT_PROMPT })
  return difference(answerOf(sent, NEXT_PROMPT), prediction.answer)
}

/** Without every row that the difference does not need. */
async function shortened(version: string, rows: readonly Row[]): Promise<readonly Row[]> {
  let least = rows
  for (let at = rows.length - 1; at >= 0; at--) {
    const less = least.toSpliced(at, 1)
    if (less.length > 0 && (await parting(api, version, less)) !== undefined) least = less
  }
  return least
}
