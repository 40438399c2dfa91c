// Pictures of the graph: each sample whose shape is worth a look, as it is drawn on a terminal.

import { openAgents } from '../../src/actions/agents.js'
import { sessionGraph } from '../../src/actions/graph.js'
import { openSession } from '../../src/actions/open-session.js'
import { locate, type Place } from '../../src/actions/place.js'
import { presentGraph } from '../../src/present/graph.js'
import { paint } from '../../src/present/paint.js'
import { NOW } from './sample-home.js'

/** What is drawn: the session, and whether technical forks are. */
const DRAWN: readonly (readonly [session: string, all: boolean])[] = [
  ['4e81', false],
  ['c0c0', false],
  ['4007', false],
  ['a6e9', false],
  ['9a7a', true],
  ['dead', false],
  ['f1a7', false],
  ['10a6', false],
]

/** `draw` and `width` are those of the other pictures: they look alike, and are made in one place. */
export async function graphPictures(
  home: string,
  draw: (title: string, lines: readonly string[]) => string,
  width: number,
): Promise<readonly (readonly [path: string, svg: string])[]> {
  const place: Place = { env: {}, home, cwd: home }
  return Promise.all(
    DRAWN.map(async ([session, all]) => {
      const open = await openSession(await locate(session, place))
      const agents = await openAgents(open)
      try {
        const report = sessionGraph(open, agents, { all })
        const lines = [...presentGraph(report, { width, paint: paint(true), now: +NOW })]
        const title = `rethread graph ${session}${all ? ' --all' : ''}`
        return [`docs/graph-${session}.svg`, draw(title, lines)] as const
      } finally {
        for (const agent of agents) if (agent.file) agent.open.close()
        open.close()
      }
    }),
  )
}
