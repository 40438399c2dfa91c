// All sessions: the list, what is found in them, what they took.

import type { Hono } from 'hono'
import { FIGURES_ORDERS, LS_ORDERS, type LsReport, ls, sessionFigures } from '../../actions/list/index.js'
import { search } from '../../actions/search/index.js'
import { USAGE_REPORTS, usage } from '../../actions/usage/index.js'
import { numberIn, oneOf, wordIn } from '../asked-words.js'
import { answered } from '../envelope.js'
import { doingOf, type Reading } from '../serving.js'
import { streamed } from '../streamed.js'

/** More than a page ever draws at once, and few enough to be sent at once. */
const MOST_LISTED = 20_000
const MOST_HITS = 1000
/** Somebody types: the index is brought up to date for the first letter, not for each. */
const FRESH_MS = 5000
/** Among so many texts the best are not looked for while somebody types. */
const MANY = 20_000

export function sessionsRoutes(app: Hono, { place, everywhere }: Reading): void {
  /** When the index was last brought up to date by this server. */
  let refreshedAt = Number.NEGATIVE_INFINITY

  app.get('/api/sessions', async c => {
    const limit = numberIn(c, 'limit')
    const report = await ls(
      everywhere,
      {
        limit: limit ?? MOST_LISTED,
        ...optional('project', wordIn(c, 'project')),
        order: oneOf(wordIn(c, 'sort'), 'sort', LS_ORDERS) ?? 'newest',
        // The first screen asks for a few, which are read at once; all of them come from the index, where there is one.
        everyCard: limit === undefined,
      },
      doingOf(c),
    )
    return answered(c, listed(report))
  })

  /** Beside the list, which does not wait for it: what each cost, and how it is. */
  app.get('/api/figures', c => {
    const order = oneOf(wordIn(c, 'sort'), 'sort', FIGURES_ORDERS)
    return streamed(c, async doing => {
      const begun = performance.now()
      const { sessions, ...rest } = await sessionFigures(everywhere, { order }, doing)
      refreshedAt = Math.max(refreshedAt, begun)
      return {
        ...rest,
        sessions: sessions.map(({ path, id: _, ...figures }) => ({ key: place.kept.keyOf(path) ?? null, ...figures })),
      }
    })
  })

  /**
   * `soon`: as soon as possible, from the index as it is, once there is one. `behind` then says that files were not looked
   * at, or that the best were not looked for, and whoever asked asks again without it.
   */
  app.get('/api/search', c =>
    streamed(c, async doing => {
      const begun = performance.now()
      const isFresh = begun - refreshedAt < FRESH_MS
      // A team's store has no files that could be newer.
      const hasFiles = everywhere.team === undefined
      const soon = hasFiles && wordIn(c, 'soon') === 'yes'
      const behind = soon && !isFresh && refreshedAt > Number.NEGATIVE_INFINITY
      const refresh = wordIn(c, 'refresh') !== 'no' && !isFresh && !behind
      const { sessions, ...rest } = await search(
        everywhere,
        {
          query: wordIn(c, 'q') ?? '',
          limit: numberIn(c, 'limit') ?? 20,
          hits: Math.min(numberIn(c, 'hits') ?? 3, MOST_HITS),
          order: oneOf(wordIn(c, 'sort'), 'sort', ['best', 'newest'] as const) ?? 'best',
          refresh,
          ...(soon ? { rankedUpTo: MANY } : {}),
        },
        doing,
      )
      if (refresh) refreshedAt = Math.max(refreshedAt, begun)
      return {
        ...rest,
        behind: behind || rest.unranked === true,
        sessions: sessions.map(one => ({ ...one, key: place.kept.keyOf(one.path) ?? null })),
      }
    }),
  )

  app.get('/api/usage/:report', c =>
    streamed(c, doing =>
      usage(
        everywhere,
        {
          report: oneOf(c.req.param('report'), 'report', USAGE_REPORTS)!,
          ...optional('since', wordIn(c, 'since')),
          ...optional('until', wordIn(c, 'until')),
          ...optional('project', wordIn(c, 'project')),
          ...optional('model', wordIn(c, 'model')),
          ...optional('explain', wordIn(c, 'explain')),
          breakdown: wordIn(c, 'breakdown') === 'yes',
        },
        doing,
      ),
    ),
  )

  /** Each with the key that its page is asked by; two files may have one id. */
  function listed({ sessions, ...rest }: LsReport) {
    return {
      ...rest,
      sessions: sessions.flatMap(({ firstPrompt: _, titles: __, ...card }) => {
        const key = place.kept.keyOf(card.path)
        return key === undefined ? [] : [{ key, ...card }]
      }),
    }
  }
}

function optional<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string }
}
