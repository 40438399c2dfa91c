// `npm run client:drift -- VERSION [RULE…]`: the experiments on another client, and which rules moved.

import { answerOf, stored } from './answer.js'
import { CLIENTS } from './clients.js'
import type { Experiment } from './experiments/experiment.js'
import { EXPERIMENTS } from './experiments/index.js'
import { startFakeApi } from './fake-api.js'
import { experimentGolden, readGolden } from './goldens.js'
import { expectIsolated } from './isolated.js'
import { NEXT_PROMPT, resume } from './resume.js'
import { sameHistory } from './rules-table.js'

interface Outcome {
  readonly experiment: Experiment
  readonly moved: boolean
  /** What the stored client and this one asked, where they ask different models. */
  readonly model?: string
  readonly now: string
}

const [version = '', ...only] = process.argv.slice(2)
await expectIsolated()
const base = nearest(version)
const experiments = EXPERIMENTS.filter(
  ({ clients, rules }) =>
    (clients?.includes(base) ?? true) && (only.length === 0 || rules.some(rule => only.includes(rule))),
)
console.log(`${experiments.length} experiments on client ${version}, against what client ${base} sent`)
const outcomes = await runAll(experiments)

const moved = outcomes.filter(one => one.moved)
for (const { experiment, now } of moved) console.log(`moved: ${experiment.name} (${experiment.says})\n       ${now}`)
const models = [...new Set(outcomes.flatMap(({ model }) => model ?? []))]
for (const change of models) console.log(`model: ${change}`)
const rules = new Set(experiments.flatMap(one => one.rules))
const touched = [...new Set(moved.flatMap(({ experiment }) => experiment.rules))]
console.log(
  moved.length === 0
    ? `No rule moved: ${rules.size} rules, ${experiments.length} experiments.`
    : `${touched.length} of ${rules.size} rules moved: ${touched.join(', ')}`,
)
process.exitCode = moved.length === 0 ? 0 : 1

/** Of the same generation, else the newest not above it, else the oldest. */
function nearest(wanted: string): string {
  const generation = (text: string) => text.split('.').slice(0, 2).join('.')
  const number = (text: string) => text.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0)
  return (
    CLIENTS.find(one => generation(one) === generation(wanted)) ??
    CLIENTS.find(one => number(one) <= number(wanted)) ??
    CLIENTS.at(-1)!
  )
}

async function runAll(all: readonly Experiment[]): Promise<readonly Outcome[]> {
  const api = await startFakeApi()
  const waiting = [...all]
  const done: Outcome[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { prompt = NEXT_PROMPT, fileName } = next
      const session = next.session()
      const asked = { version, session, prompt, ...(fileName === undefined ? {} : { sessionId: fileName }) }
      const now = stored(answerOf(await resume(api, asked), prompt))
      const before = readGolden(experimentGolden(next.name, base), session)
      if (!before) throw new Error(`${next.name} has no stored answer of client ${base}: npm run client:record`)
      const models = [before, now].map(one => ('model' in one ? one.model : undefined))
      done.push({
        experiment: next,
        moved: !sameHistory(before, now),
        now: JSON.stringify('messages' in now ? now.messages : now).slice(0, 400),
        ...(models[0] && models[1] && models[0] !== models[1] ? { model: `${models[1]} instead of ${models[0]}` } : {}),
      })
    }
  }
  await Promise.all([worker(), worker()])
  await api.close()
  return done.sort((a, b) => all.indexOf(a.experiment) - all.indexOf(b.experiment))
}
