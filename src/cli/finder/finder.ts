// The finder: a list of sessions that narrows as one types, with a look into the selected one.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  allSessions,
  type FoundCard,
  foundTexts,
  hasIndex,
  narrow,
  newestSessions,
  type Preview,
  previewOf,
  together,
} from '../../actions/find/index.js'
import type { SearchReport } from '../../actions/search/index.js'
import type { SessionCard } from '../../actions/session/index.js'
import { asciiText, hasUnicode } from '../../present/ascii.js'
import { drawFinder, listRows } from '../../present/finder.js'
import type { Call } from '../call.js'
import { type Beside, besides } from './beside.js'
import { keyDecoder } from './keys.js'
import { copySequence, terminalScreen } from './screen.js'
import {
  type Choice,
  EMPTY,
  type FinderState,
  pressed,
  type Wanted,
  withFound,
  withRows,
  withTrouble,
} from './state.js'

/** Enough for the first screen. */
const FIRST = 100
const MOST = '200'
/** Texts are asked for when the fingers rest. */
const PAUSE_MS = 60
/** A sequence that has come in pieces is whole by then. */
const ESCAPE_MS = 40

export function canOpenFinder(env: NodeJS.ProcessEnv): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && env['TERM'] !== 'dumb'
}

export async function runFinder({ place, output, flags }: Call): Promise<number> {
  const ending = new AbortController()
  const doing = { signal: ending.signal }
  const screen = terminalScreen(process.stdin, process.stdout)
  const isPlain = !hasUnicode(process.env)
  const previews = new Map<string, Preview>()
  let cards: readonly SessionCard[] = []
  let byPath: ReadonlyMap<string, SessionCard> = new Map()
  let configDirs: readonly string[] = []
  let texts: { readonly query: string; readonly found: readonly FoundCard[] } = { query: '', found: [] }
  let state: FinderState = EMPTY
  let isLoading = true
  let indexer: Beside | undefined
  let timer: NodeJS.Timeout | undefined
  let searcher: Beside | undefined
  let done: ((code: number) => void) | undefined
  let isAway = false

  const first = await newestSessions(place, FIRST, doing)
  if (first.total === 0) return -1
  take(first.sessions, first.total)
  configDirs = first.configDirs
  const decoder = keyDecoder()
  const onData = (data: Buffer | string): void => {
    for (const key of decoder.push(data.toString())) press(key)
    if (decoder.isWaiting) setTimeout(() => decoder.flush().forEach(press), ESCAPE_MS)
  }
  const onResize = (): void => {
    screen.forget()
    draw()
  }
  process.stdin.on('data', onData)
  process.stdout.on('resize', onResize)
  // Raw keys: Ctrl-C comes as a key. A signal from elsewhere ends it too.
  const quit = (): void => done?.(130)
  process.on('SIGTERM', quit)
  process.on('SIGHUP', quit)
  screen.enter()
  draw()
  void loadAll()
  startIndexer()
  try {
    return await new Promise<number>(resolve => {
      done = resolve
    })
  } finally {
    ending.abort()
    clearTimeout(timer)
    searcher?.stop()
    indexer?.stop()
    screen.leave()
    process.stdin.off('data', onData)
    process.stdout.off('resize', onResize)
    process.off('SIGTERM', quit)
    process.off('SIGHUP', quit)
  }

  function take(sessions: readonly SessionCard[], total: number): void {
    cards = sessions
    byPath = new Map(sessions.map(card => [card.path, card]))
    state = withFound(state, listed(), total)
  }

  function listed(): readonly FoundCard[] {
    const isFiltered = /\b[a-z]+:\S/.test(state.query)
    const named = isFiltered ? [] : narrow(cards, state.query)
    return state.query.trim() === '' || texts.query !== state.query ? named : together(named, texts.found)
  }

  async function loadAll(): Promise<void> {
    try {
      const report = await allSessions(place, doing)
      isLoading = false
      take(report.sessions, report.total)
      draw()
    } catch (error) {
      if (ending.signal.aborted) return
      // The newest ones are there, and stay.
      isLoading = false
      state = withTrouble(state, error)
      draw()
    }
  }

  /** In processes of their own: neither bringing the index up to date nor asking it must keep keys waiting. */
  function startIndexer(): void {
    indexer = besides(['index', '--json', ...inDir()], () => {
      indexer = undefined
      askTexts()
      draw()
    })
  }

  function inDir(): readonly string[] {
    const dir = flags.value('config-dir')
    return dir === undefined ? [] : ['--config-dir', dir]
  }

  function press(key: Parameters<typeof pressed>[1]): void {
    if (isAway) return
    const { state: next, wanted } = pressed(state, key)
    state = next
    void follow(wanted)
    draw()
  }

  async function follow(wanted: Wanted): Promise<void> {
    switch (wanted.kind) {
      case 'nothing':
        return
      case 'narrow':
        state = withFound({ ...state, selected: 0 }, listed(), state.total)
        askTexts()
        return
      case 'quit':
        done?.(0)
        return
      case 'redraw':
        screen.forget()
        return
      case 'copy':
        screen.write(copySequence(wanted.id))
        state = { ...state, status: `Copied ${wanted.id}` }
        return
      case 'suspend':
        screen.leave()
        process.once('SIGCONT', () => {
          screen.enter()
          draw()
        })
        process.kill(process.pid, 'SIGTSTP')
        return
      case 'run':
        await runCommand(wanted.choice, wanted.path)
    }
  }

  async function runCommand(choice: Choice, path: string): Promise<void> {
    isAway = true
    screen.leave()
    process.stdin.off('data', onData)
    const words = [choice, path, ...(choice === 'trim' ? ['--suggest'] : []), ...inDir()]
    const child = spawn(process.execPath, [process.argv[1]!, ...words], { stdio: 'inherit' })
    const ignore = (): void => {}
    process.on('SIGINT', ignore)
    const [code] = (await once(child, 'close')) as [number | null]
    process.off('SIGINT', ignore)
    // One looks into several, and comes back to the list; what was done with one is the end.
    if (choice !== 'show') return done?.(code ?? 1)
    isAway = false
    process.stdin.on('data', onData)
    screen.enter()
    draw()
  }

  function askTexts(): void {
    clearTimeout(timer)
    searcher?.stop()
    const { query } = state
    if (query.trim() === '' || !hasIndex(place, configDirs)) return
    timer = setTimeout(() => {
      const words = ['search', '--json', '--no-refresh', '--limit', MOST, '--hits', '1', '--context', '120', ...inDir()]
      searcher = besides([...words, '--', query], answer => {
        if (answer === undefined || query !== state.query) return
        texts = { query, found: foundTexts(byPath, answer as SearchReport) }
        state = withFound(state, listed(), state.total)
        draw()
      })
    }, PAUSE_MS)
  }

  function previewFor(card: SessionCard | undefined): Preview | undefined {
    if (!card) return undefined
    let known = previews.get(card.path)
    if (!known) {
      known = previewOf(card)
      previews.set(card.path, known)
      if (previews.size > 200) previews.delete(previews.keys().next().value!)
    }
    return known
  }

  function draw(): void {
    if (isAway) return
    const size = screen.size()
    state = withRows(state, listRows(size))
    const status = state.status || waiting()
    const view = { ...state, status, preview: previewFor(state.found[state.selected]?.card) }
    const lines = drawFinder(view, { ...size, paint: output.paint, now: output.now })
    screen.draw(isPlain ? lines.map(asciiText) : lines)
  }

  function waiting(): string {
    if (isLoading) return 'reading …'
    return indexer && !hasIndex(place, configDirs) ? `${state.found.length} of ${state.total}, indexing …` : ''
  }
}
