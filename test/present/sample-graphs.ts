// The graphs of the samples, as the command makes them.

import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type GraphReport, sessionGraph } from '../../src/actions/read/graph.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { openSession } from '../../src/actions/session/open-session.js'

const SAMPLES = join(import.meta.dirname, '../../samples')

/** The first characters of each sample's id. */
export const SAMPLE_FILES: readonly (readonly [id: string, path: string])[] = readdirSync(join(SAMPLES, 'projects'))
  .flatMap(project => readdirSync(join(SAMPLES, 'projects', project)).map(file => join(project, file)))
  .filter(file => /[\\/][0-9a-f]{8}-[^\\/]*\.jsonl$/.test(file))
  .map(file => [file.split(/[\\/]/)[1]!.slice(0, 8), join(SAMPLES, 'projects', file)] as const)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))

export async function graphOf(path: string, all: boolean): Promise<GraphReport> {
  const open = await openSession({ kind: 'file', id: basename(path, '.jsonl'), path, configDir: SAMPLES })
  const agents = await openAgents(open)
  try {
    return sessionGraph(open, agents, { all })
  } finally {
    for (const agent of agents) if (agent.file) agent.open.close()
    open.close()
  }
}
