// Pictures of the graph: every sample, as it is drawn on a terminal, and the page that shows them.

import { sessionGraph } from '../../src/actions/read/graph.js'
import { openAgents } from '../../src/actions/session/agents.js'
import { openSession } from '../../src/actions/session/open-session.js'
import { locate, type Place } from '../../src/actions/session/place.js'
import { presentGraph } from '../../src/present/graph.js'
import { paint } from '../../src/present/paint.js'
import { SAMPLES } from '../samples.js'
import { NOW } from './sample-home.js'

/** Its technical forks are the point of this one. */
const WITH_ALL = '9a7a11e1'

/** `draw` and `width` are those of the other pictures: they look alike, and are made in one place. */
export async function graphPictures(
  home: string,
  draw: (title: string, lines: readonly string[]) => string,
  width: number,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const place: Place = { env: {}, home, cwd: home }
  const drawn = await Promise.all(
    SAMPLES.map(async sample => {
      const session = sample.place.sessionId.slice(0, 8)
      return [`docs/graphs/${session}.svg`, await picture(session, place, draw, width)] as const
    }),
  )
  return [...drawn, ['docs/graphs/README.md', page()]]
}

async function picture(
  session: string,
  place: Place,
  draw: (title: string, lines: readonly string[]) => string,
  width: number,
): Promise<string> {
  const open = await openSession(await locate(session, place))
  const agents = await openAgents(open)
  try {
    const all = session === WITH_ALL
    const report = sessionGraph(open, agents, { all })
    const lines = [...presentGraph(report, { width, paint: paint(true), now: +NOW })]
    return draw(`rethread graph ${session}${all ? ' --all' : ''}`, lines)
  } finally {
    for (const agent of agents) if (agent.file) agent.open.close()
    open.close()
  }
}

function page(): string {
  return [
    '# The graphs of the samples',
    '',
    'Drawn by `npm run docs`. What the signs mean: [graph.md](../graph.md).',
    '',
    ...SAMPLES.flatMap(({ place, shows }) => {
      const session = place.sessionId.slice(0, 8)
      return [
        `## ${session}`,
        '',
        `${shows[0]!.toUpperCase()}${shows.slice(1)}.`,
        '',
        `![rethread graph ${session}](${session}.svg)`,
        '',
      ]
    }),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
