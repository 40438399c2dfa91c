// Writes `samples/`: a small config dir with sessions from every scenario, for the demo, the docs and the tests.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentsBeside } from './generator/scenarios/agents-beside.js'
import { agentsFolder } from './generator/scenarios/agents-folder.js'
import { agentsInline } from './generator/scenarios/agents-inline.js'
import { apiErrors } from './generator/scenarios/api-errors.js'
import { commands } from './generator/scenarios/commands.js'
import { compaction } from './generator/scenarios/compaction.js'
import { compactionPreserved } from './generator/scenarios/compaction-preserved.js'
import { damaged } from './generator/scenarios/damaged.js'
import { dialectFlat } from './generator/scenarios/dialect-flat.js'
import { dialectList } from './generator/scenarios/dialect-list.js'
import { drift } from './generator/scenarios/drift.js'
import { fileHistory } from './generator/scenarios/file-history.js'
import { images } from './generator/scenarios/images.js'
import { parallelTools } from './generator/scenarios/parallel-tools.js'
import { plain } from './generator/scenarios/plain.js'
import { queuedPrompts } from './generator/scenarios/queued-prompts.js'
import { rewind } from './generator/scenarios/rewind.js'
import { thinkingForms } from './generator/scenarios/thinking.js'
import { toolVariety } from './generator/scenarios/tool-variety.js'
import type { Files } from './generator/session-files.js'
import type { Place } from './generator/session-writer.js'

const OWN_FOLDER = 'samples'
const STATION = '/home/ada/weather-station'
const TIDES = '/home/ada/tide-table'
const SEEDS = '/home/lin/seed-library'
const TRAINS = '/home/lin/night-train'

interface Sample {
  readonly scenario: (place: Place) => Files
  readonly place: Place
}

const sample = (
  scenario: (place: Place) => Files,
  sessionId: string,
  cwd: string,
  startedAt: string,
  gitBranch = 'main',
): Sample => ({ scenario, place: { sessionId, cwd, gitBranch, startedAt } })

export const SAMPLES: readonly Sample[] = [
  sample(agentsInline, '0a5eed10-2c1b-4d77-9b0e-6f1d2a3c4b01', SEEDS, '2026-01-09T09:12:04.310Z'),
  sample(dialectList, '1157a0de-5a3b-4c2d-8e1f-0a9b8c7d6e02', TRAINS, '2026-01-18T20:02:00.000Z'),
  sample(dialectFlat, 'f1a7d1a1-ec70-4004-a004-b1c2d3e4f503', SEEDS, '2026-01-24T17:30:00.000Z'),
  sample(compaction, 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204', STATION, '2026-02-12T07:45:19.027Z', 'lost-readings'),
  sample(agentsBeside, '1a7e1abe-3f4e-4d5c-a6b7-c8d9e0f1a205', SEEDS, '2026-02-20T14:03:51.644Z', 'latin-names'),
  sample(damaged, 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06', STATION, '2026-02-27T06:58:12.900Z'),
  sample(commands, 'c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707', SEEDS, '2026-03-03T16:20:40.118Z', 'release-0.4'),
  sample(apiErrors, 'e7707e57-1f2e-4d3c-8b4a-5c6d7e8f9008', TRAINS, '2026-03-08T22:41:03.505Z'),
  sample(parallelTools, '9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909', TIDES, '2026-03-14T10:31:27.482Z'),
  sample(thinkingForms, '7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710', TIDES, '2026-04-01T08:17:55.231Z', 'summer-time'),
  sample(rewind, '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11', STATION, '2026-04-02T18:05:33.870Z', 'forecasts'),
  sample(toolVariety, '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12', TIDES, '2026-04-16T13:26:08.066Z'),
  sample(compactionPreserved, '40075ace-c3d4-4e5f-a06b-7c8d9e0f1a13', TIDES, '2026-04-29T19:48:44.713Z', 'moon'),
  sample(images, '1a6e5000-d4e5-4f60-b17c-8d9e0f1a2b14', STATION, '2026-05-07T11:09:30.392Z'),
  sample(fileHistory, 'f11e4157-e5f6-4071-828d-9e0f1a2b3c15', STATION, '2026-05-15T15:33:02.541Z', 'ten-seconds'),
  sample(queuedPrompts, '90e0ed00-f607-4182-939e-0f1a2b3c4d16', TRAINS, '2026-05-23T21:14:47.158Z', 'board'),
  sample(agentsFolder, 'a6e975f0-0718-4293-a4af-1a2b3c4d5e17', TRAINS, '2026-06-02T09:55:16.637Z', 'connections'),
  sample(drift, 'd41f7000-1829-43a4-b5b0-2b3c4d5e6f18', STATION, '2026-06-11T05:52:21.004Z'),
  sample(plain, '91a14000-293a-44b5-86c1-3c4d5e6f7019', STATION, '2026-06-18T12:40:09.775Z', 'dew-point'),
]

/** Every file of the samples by its path in the config dir. */
export function sampleFiles(): ReadonlyMap<string, Uint8Array> {
  const all = new Map<string, Uint8Array>()
  for (const { scenario, place } of SAMPLES) for (const [path, bytes] of scenario(place)) all.set(path, bytes)
  all.set('history.jsonl', new TextEncoder().encode(promptHistory()))
  all.set('settings.json', new TextEncoder().encode('{\n  "cleanupPeriodDays": 365\n}\n'))
  return all
}

/** What the terminal remembers of the prompts: first words, project and session. */
function promptHistory(): string {
  const typed: readonly (readonly [session: number, display: string])[] = [
    [10, 'We need to keep three days of forecasts. What do we have to store things?'],
    [11, 'Compare last week’s gauge readings with our prediction. Is the gauge or the table wrong?'],
    [15, 'Make the departure board show the platform.'],
    [18, 'Add the dew point to the station page. The formula goes next to the heat index, please with a test.'],
  ]
  const rows = typed.map(([session, display]) => {
    const place = SAMPLES[session]?.place
    const timestamp = Date.parse(place?.startedAt ?? '')
    return { display, pastedContents: {}, timestamp, project: place?.cwd, sessionId: place?.sessionId }
  })
  return `${rows.map(row => JSON.stringify(row)).join('\n')}\n`
}

/** Only the project's own folder is emptied first; any other one must be new or empty. */
function writeSamples(directory: string): void {
  if (directory === OWN_FOLDER) rmSync(directory, { recursive: true, force: true })
  else if (existsSync(directory) && readdirSync(directory).length > 0) throw new Error(`${directory} is not empty`)
  for (const [path, bytes] of sampleFiles()) {
    const target = join(directory, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, bytes)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? OWN_FOLDER
  writeSamples(directory)
  process.stdout.write(`wrote ${sampleFiles().size} files to ${directory}\n`)
}
