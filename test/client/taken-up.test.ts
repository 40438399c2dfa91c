// One answer to what the client takes up: the ends, the rows and the losses that rethread names are those of the client.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { profileFor } from '../../src/context/profiles/index.js'
import { runs } from '../runs.js'
import { CLIENTS } from './clients.js'
import { EXPERIMENTS } from './experiments/index.js'
import { experimentGolden, readGolden, recordedSessions } from './goldens.js'
import { partingFrom } from './needed-rules.js'
import { type Examined, examined, partings } from './taken-up.js'

const experiments = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)
/** Every so many. */
const STEP = runs(12, 1)

const parted = new Map(CLIENTS.map(client => [client, [] as string[]]))
let compared = 0

beforeAll(() => {
  experiments.forEach(({ name, clients, session }, at) => {
    if (at % STEP !== 0) return
    const bytes = session()
    let one: Examined | undefined
    for (const client of CLIENTS) {
      const sent = (clients?.includes(client) ?? true) && readGolden(experimentGolden(name, client), bytes)
      if (!sent) continue
      one ??= examined(bytes)
      compared++
      const parting = partingFrom(sent, bytes, profileFor(client), one.reading)
      if (parting !== undefined) parted.get(client)!.push(`${name}: ${parting}`)
      for (const said of partings(one, client)) parted.get(client)!.push(`${name}: ${said}`)
    }
  })
}, 120_000)

describe.each(CLIENTS)('client %s', version => {
  test('experiments: the ends, rows and losses are those of what was sent', () => {
    expect(compared).toBeGreaterThan(experiments.length / STEP)
    expect(parted.get(version)).toEqual([])
  })

  test('its own recorded sessions: the ends, rows and losses are those of what was sent', { timeout: 60_000 }, () => {
    const own = recordedSessions().filter((one, at) => one.version === version && at % runs(4, 1) === 0)
    expect(own.length).toBeGreaterThan(0)
    const found = own.flatMap(({ name, file }) =>
      partings(examined(readFileSync(file)), version).map(said => `${name}: ${said}`),
    )
    expect(found).toEqual([])
  })
})
