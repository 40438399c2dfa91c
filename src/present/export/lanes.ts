// Other branches beside the turns of a page, drawn by classes alone; where one leaves, words say so.

import type { PathLane } from '../../actions/read/index.js'
import { count } from '../units.js'

/** A lane at one turn. */
export interface LaneAt {
  readonly branch: PathLane
  readonly begins: boolean
  readonly ends: boolean
}

/** As many as there is room for; the words below name all of them. */
const MOST = 3

export function lanesAt(turn: number, lanes: readonly PathLane[]): readonly LaneAt[] {
  return lanes
    .filter(({ from, to }) => from <= turn && turn <= to)
    .map(branch => ({ branch, begins: branch.from === turn, ends: branch.to === turn }))
}

export function lanesHtml(lanes: readonly LaneAt[]): string {
  const others = lanes
    .filter(({ branch }) => branch.lane <= MOST)
    .map(({ branch: { lane }, begins, ends }) => {
      const how = [`l${lane}`, ...(begins ? ['begins'] : []), ...(ends ? ['ends'] : [])].join(' ')
      return `<i class="lane ${how}" aria-hidden="true"></i>`
    })
  return `<i class="lane l0" aria-hidden="true"></i>${others.join('')}\n`
}

const STATES = { active: 'where the session resumes', abandoned: 'abandoned', detached: 'cut off' } as const

export function forkHtml({ branch: { branch, turns, state }, begins }: LaneAt): string {
  return begins ? `<p class="fork">Branch ${branch} leaves here: ${count(turns, 'turn')}, ${STATES[state]}.</p>\n` : ''
}
