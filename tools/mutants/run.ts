// Tries the mutants of an area on its tests: those that reach it, one after the other, until one fails.

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram } from './bundle.js'
import { Keeper } from './keeper.js'
import type { Mutant } from './mutant.js'
import { type Survey, survey } from './survey.js'
import type { Told } from './worker.js'

export interface Request {
  readonly root: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** Which of all mutants are tried. */
  choose?(mutants: readonly Mutant[]): readonly Mutant[]
  progress?(outcome: Outcome, done: number, all: number): void
}

export type Fate = 'killed' | 'time-out' | 'crash' | 'survived' | 'not reached'

export interface Outcome {
  readonly mutant: Mutant
  readonly fate: Fate
  /** The test that failed, and what it said. */
  readonly by?: string
  readonly trouble?: string
}

export interface Result {
  readonly outcomes: readonly Outcome[]
  readonly mutants: number
  readonly tests: number
  /** Tests that need others before them, or fail without any mutant. */
  readonly left: readonly string[]
}

/** How long a worker may take to load its files. */
const LOADING = 120_000

export async function runMutants({ root, sources, tests, choose, progress }: Request): Promise<Result> {
  const builds = join(root, 'build', 'mutants')
  mkdirSync(builds, { recursive: true })
  const folder = mkdtempSync(join(builds, 'run-'))
  const temporary = mkdtempSync(join(realpathSync.native(tmpdir()), 'rethread-mutants-'))
  try {
    const { path, mutants } = await buildProgram({ root, sources, tests, folder })
    const start = (mutant?: number): Keeper => new Keeper(path, root, temporary, mutant)
    const known = await survey(start, LOADING)
    const trier = new Trier(start, known)
    const chosen = choose ? choose(mutants) : mutants
    const outcomes: Outcome[] = []
    for (const mutant of chosen) {
      const outcome = await trier.fateOf(mutant)
      outcomes.push(outcome)
      progress?.(outcome, outcomes.length, chosen.length)
    }
    trier.end()
    return { outcomes, mutants: mutants.length, tests: known.names.length, left: known.left }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(temporary, { recursive: true, force: true })
  }
}

class Trier {
  private keeper: Keeper | undefined
  /** When a test has killed last, by the file of the mutant. */
  private readonly kills = new Map<string, number>()
  private turn = 0

  constructor(
    private readonly start: (mutant?: number) => Keeper,
    private readonly survey: Survey,
  ) {}

  end(): void {
    this.keeper?.end()
    this.keeper = undefined
  }

  async fateOf(mutant: Mutant): Promise<Outcome> {
    const { reachedBy, atLoad } = this.survey
    const isAtLoad = atLoad.has(mutant.id)
    const reaching = isAtLoad ? this.survey.usable : (reachedBy.get(mutant.id) ?? [])
    if (reaching.length === 0) return { mutant, fate: 'not reached' }
    const order = this.ordered(mutant, reaching)
    if (isAtLoad) return this.outcome(mutant, await this.tried(mutant, order, mutant.id))
    let told = await this.tried(mutant, order)
    // What was reached only once may be kept for good; what failed may have been spoilt by another.
    const isDoubtful = 'tells' in told && (told.isSpoilt || !told.isReached)
    if (isDoubtful) {
      this.end()
      told = await this.tried(mutant, order, mutant.id)
    }
    return this.outcome(mutant, told)
  }

  /** First those that have killed others of the file lately, then the quick ones. */
  private ordered(mutant: Mutant, tests: readonly number[]): readonly number[] {
    const rank = (test: number): number => this.kills.get(`${mutant.file} ${test}`) ?? 0
    const { ms } = this.survey
    return tests.toSorted((a, b) => rank(b) - rank(a) || ms[a]! - ms[b]!)
  }

  private async tried(
    { id }: Mutant,
    tests: readonly number[],
    fresh?: number,
  ): Promise<Extract<Told, { tells: 'tried' }> | Ended> {
    let keeper = fresh === undefined ? this.keeper : undefined
    if (!keeper) {
      keeper = this.start(fresh)
      const ready = await keeper.next(LOADING)
      if (ready === 'silent' || ready === 'gone' || ready.tells !== 'ready') {
        keeper.end()
        return ready === 'silent' ? { ended: 'time-out' } : { ended: 'crash', trouble: 'while the files are loaded' }
      }
      if (fresh === undefined) this.keeper = keeper
    }
    keeper.ask({ do: 'try', mutant: id, tests })
    let at: number | undefined
    for (;;) {
      const told = await keeper.next(this.patience(at))
      if (told === 'silent' || told === 'gone') {
        keeper.end()
        if (keeper === this.keeper) this.keeper = undefined
        return { ended: told === 'silent' ? 'time-out' : 'crash', by: at }
      }
      if (told.tells === 'test') at = told.test
      if (told.tells !== 'tried') continue
      if (fresh !== undefined) keeper.end()
      return told
    }
  }

  /** Twice a test (the second time to see that it is not spoilt), its hooks, and a machine that does other things. */
  private patience(test: number | undefined): number {
    return 4000 + 12 * (test === undefined ? 0 : this.survey.ms[test]!)
  }

  private outcome(mutant: Mutant, told: Extract<Told, { tells: 'tried' }> | Ended): Outcome {
    const by = told.by
    if (by !== undefined) this.kills.set(`${mutant.file} ${by}`, ++this.turn)
    const name = by === undefined ? {} : { by: this.survey.names[by]! }
    const trouble = told.trouble === undefined ? {} : { trouble: told.trouble }
    if ('ended' in told) return { mutant, fate: told.ended, ...name, ...trouble }
    return { mutant, fate: by === undefined ? 'survived' : 'killed', ...name, ...trouble }
  }
}

interface Ended {
  readonly ended: 'time-out' | 'crash'
  readonly by?: number | undefined
  readonly trouble?: string
}
