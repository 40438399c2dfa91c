// A plan beside the session, page by page. What differs is found out once; the words of a page are read when it is asked for.

import { findContext } from '../../context/index.js'
import { type Doing, withReading } from '../action.js'
import { blockAt, type ShownChange, type SideBySideReport, sameBehind } from '../context/side-by-side.js'
import type { LookAtResult } from '../reshape/reshape.js'
import type { OpenReading } from '../session/open-reading.js'
import type { Place } from '../session/place.js'
import { type ResultDiff, resultDiff, type WantedWords } from './plan-diff.js'

export interface ComparePlan {
  /** Of the differences, from 0; `to` is not in it. */
  page(request: { readonly from: number; readonly to: number }, doing: Doing): Promise<SideBySideReport>
  /** Gives back what was found out. */
  forget(): void
}

/** Pages whose words are fetched together, where not all of them are kept. */
const AHEAD = 600

/** In characters: more than most plans write anew. */
const MOST_WORDS = 2_000_000

export interface AgainPlanned {
  readonly place: Place
  readonly reference: string
  /** Throws where the session is another by now. */
  expectSame(): void
  /** Plans again, and lets somebody look at the result. */
  dryRun(look: LookAtResult, doing: Doing): Promise<unknown>
}

export function comparePlan({ place, reference, expectSame, dryRun }: AgainPlanned, most = MOST_WORDS): ComparePlan {
  let known: ResultDiff | undefined
  return {
    async page({ from, to }, doing) {
      expectSame()
      let found = (known ??= await seen(most, doing))
      const wanted = wordsOf(found, from, to)
      if ([...wanted].some(at => !found.words.has(at)))
        found = known = { ...found, words: (await seen(wordsOf(found, from, from + AHEAD), doing)).words }
      return withReading(place, { session: reference }, doing, open => pageOf(found, open, from, to))
    },
    forget() {
      known = undefined
    },
  }

  async function seen(wanted: WantedWords, doing: Doing): Promise<ResultDiff> {
    let found: ResultDiff | undefined
    await dryRun(async (result, options) => {
      found = await withReading(place, { session: reference }, doing, open => resultDiff(open, result, wanted, options))
    }, doing)
    return found!
  }
}

function wordsOf({ newBlocks }: ResultDiff, from: number, to: number): ReadonlySet<string> {
  return new Set(newBlocks.slice(from, to).flatMap(block => (block?.kind === 'new' ? [block.at] : [])))
}

function pageOf(found: ResultDiff, open: OpenReading, from: number, to: number): SideBySideReport {
  const { changes, newBlocks, words, ...rest } = found
  const shown = blockAt(open, findContext(open.reading))
  return {
    ...rest,
    differences: changes.length,
    sameBehind: sameBehind(found),
    from,
    changes: changes.slice(from, to).map((change, at): ShownChange => {
      const block = newBlocks[from + at]
      const after = !block ? null : block.kind === 'new' ? words.get(block.at)! : shown(block.place)
      return { ...change, before: shown(change.a), after }
    }),
  }
}
