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
import { longDay } from './generator/scenarios/long-day.js'
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
  readonly shows: string
  readonly place: Place
}

export const SAMPLES: readonly Sample[] = [
  {
    scenario: agentsInline,
    shows: 'client 1.0: an agent inside the session’s own file',
    place: {
      sessionId: '0a5eed10-2c1b-4d77-9b0e-6f1d2a3c4b01',
      cwd: SEEDS,
      gitBranch: 'main',
      startedAt: '2026-01-09T09:12:04.310Z',
    },
  },
  {
    scenario: dialectList,
    shows: 'the dialect of source document 003: summary, snapshot, a linked list',
    place: {
      sessionId: '1157a0de-5a3b-4c2d-8e1f-0a9b8c7d6e02',
      cwd: TRAINS,
      gitBranch: 'main',
      startedAt: '2026-01-18T20:02:00.000Z',
    },
  },
  {
    scenario: dialectFlat,
    shows: 'the dialect of source document 004: flat messages, toolName, compact_system, numeric times, marks',
    place: {
      sessionId: 'f1a7d1a1-ec70-4004-a004-b1c2d3e4f503',
      cwd: SEEDS,
      gitBranch: 'main',
      startedAt: '2026-01-24T17:30:00.000Z',
    },
  },
  {
    scenario: compaction,
    shows: 'client 2.0: two compactions by hand, nothing kept',
    place: {
      sessionId: 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204',
      cwd: STATION,
      gitBranch: 'lost-readings',
      startedAt: '2026-02-12T07:45:19.027Z',
    },
  },
  {
    scenario: agentsBeside,
    shows: 'client 2.0: an agent’s file beside the session; the title in a file of its own',
    place: {
      sessionId: '1a7e1abe-3f4e-4d5c-a6b7-c8d9e0f1a205',
      cwd: SEEDS,
      gitBranch: 'latin-names',
      startedAt: '2026-02-20T14:03:51.644Z',
    },
  },
  {
    scenario: damaged,
    shows: 'every kind of damage around a good conversation',
    place: {
      sessionId: 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06',
      cwd: STATION,
      gitBranch: 'main',
      startedAt: '2026-02-27T06:58:12.900Z',
    },
  },
  {
    scenario: commands,
    shows: 'client 2.1.45: slash commands, bash mode, a refused call, an interruption, progress rows',
    place: {
      sessionId: 'c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707',
      cwd: SEEDS,
      gitBranch: 'release-0.4',
      startedAt: '2026-03-03T16:20:40.118Z',
    },
  },
  {
    scenario: apiErrors,
    shows: 'client 2.1.45: failed requests with retries, one given up',
    place: {
      sessionId: 'e7707e57-1f2e-4d3c-8b4a-5c6d7e8f9008',
      cwd: TRAINS,
      gitBranch: 'main',
      startedAt: '2026-03-08T22:41:03.505Z',
    },
  },
  {
    scenario: parallelTools,
    shows: 'parallel calls as a tree, results out of order and between the blocks of a message',
    place: {
      sessionId: '9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909',
      cwd: TIDES,
      gitBranch: 'main',
      startedAt: '2026-03-14T10:31:27.482Z',
    },
  },
  {
    scenario: thinkingForms,
    shows: 'thinking: signed, empty with a signature, redacted',
    place: {
      sessionId: '7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710',
      cwd: TIDES,
      gitBranch: 'summer-time',
      startedAt: '2026-04-01T08:17:55.231Z',
    },
  },
  {
    scenario: rewind,
    shows: 'two real branches and a checkpoint that names the older one',
    place: {
      sessionId: '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11',
      cwd: STATION,
      gitBranch: 'forecasts',
      startedAt: '2026-04-02T18:05:33.870Z',
    },
  },
  {
    scenario: toolVariety,
    shows: 'many tools, output kept in a file, a background task with its note',
    place: {
      sessionId: '70015e75-b2c3-4d4e-8f5a-6b7c8d9e0f12',
      cwd: TIDES,
      gitBranch: 'main',
      startedAt: '2026-04-16T13:26:08.066Z',
    },
  },
  {
    scenario: compactionPreserved,
    shows: 'a compaction that keeps rows from before by their uuids',
    place: {
      sessionId: '40075ace-c3d4-4e5f-a06b-7c8d9e0f1a13',
      cwd: TIDES,
      gitBranch: 'moon',
      startedAt: '2026-04-29T19:48:44.713Z',
    },
  },
  {
    scenario: images,
    shows: 'pictures in a prompt, alone, and from a tool',
    place: {
      sessionId: '1a6e5000-d4e5-4f60-b17c-8d9e0f1a2b14',
      cwd: STATION,
      gitBranch: 'main',
      startedAt: '2026-05-07T11:09:30.392Z',
    },
  },
  {
    scenario: fileHistory,
    shows: 'file history with one backup there and one missing',
    place: {
      sessionId: 'f11e4157-e5f6-4071-828d-9e0f1a2b3c15',
      cwd: STATION,
      gitBranch: 'ten-seconds',
      startedAt: '2026-05-15T15:33:02.541Z',
    },
  },
  {
    scenario: queuedPrompts,
    shows: 'prompts typed ahead: sent, taken back, a turn of its own, lost',
    place: {
      sessionId: '90e0ed00-f607-4182-939e-0f1a2b3c4d16',
      cwd: TRAINS,
      gitBranch: 'board',
      startedAt: '2026-05-23T21:14:47.158Z',
    },
  },
  {
    scenario: agentsFolder,
    shows: 'agents in the session’s folder, one started by another',
    place: {
      sessionId: 'a6e975f0-0718-4293-a4af-1a2b3c4d5e17',
      cwd: TRAINS,
      gitBranch: 'connections',
      startedAt: '2026-06-02T09:55:16.637Z',
    },
  },
  {
    scenario: drift,
    shows: 'entry types, fields and subtypes that nobody knows yet',
    place: {
      sessionId: 'd41f7000-1829-43a4-b5b0-2b3c4d5e6f18',
      cwd: STATION,
      gitBranch: 'main',
      startedAt: '2026-06-11T05:52:21.004Z',
    },
  },
  {
    scenario: plain,
    shows: 'an ordinary session of a current client',
    place: {
      sessionId: '91a14000-293a-44b5-86c1-3c4d5e6f7019',
      cwd: STATION,
      gitBranch: 'dew-point',
      startedAt: '2026-06-18T12:40:09.775Z',
    },
  },
  {
    scenario: longDay,
    shows: 'a long session: twelve turns, two models, a growing context',
    place: {
      sessionId: '10a6da70-3a4b-45c6-97d2-4d5e6f708120',
      cwd: STATION,
      gitBranch: 'wind',
      startedAt: '2026-06-21T08:02:37.219Z',
    },
  },
]

/** Every file of the samples by its path in the config dir. */
export function sampleFiles(): ReadonlyMap<string, Uint8Array> {
  const all = new Map<string, Uint8Array>()
  for (const { scenario, place } of SAMPLES) for (const [path, bytes] of scenario(place)) all.set(path, bytes)
  all.set('history.jsonl', new TextEncoder().encode(promptHistory()))
  all.set('README.md', new TextEncoder().encode(readme()))
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
    [19, 'Let us build the wind page today. What do we have?'],
  ]
  const rows = typed.map(([session, display]) => {
    const place = SAMPLES[session]?.place
    const timestamp = Date.parse(place?.startedAt ?? '')
    return { display, pastedContents: {}, timestamp, project: place?.cwd, sessionId: place?.sessionId }
  })
  return `${rows.map(row => JSON.stringify(row)).join('\n')}\n`
}

function readme(): string {
  const rows = SAMPLES.map(({ place, shows }) => `| \`${place.sessionId.slice(0, 8)}\` | ${place.cwd} | ${shows} |`)
  return `# Sample sessions

A small config dir with ${SAMPLES.length} invented sessions: Ada's weather station and tide table, Lin's seed library and night trains.
Nobody said any of this. The files are made by \`npm run samples\`; a test compares them with what the generator makes.

| session | project | shows |
|---|---|---|
${rows.join('\n')}
`
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
