// One call: its words in, one command, its exit code out.

import { isChanging } from '../disk/under-way.js'
import { RethreadError } from '../format/error.js'
import { type Flags, parseCall } from './arguments.js'
import { type Leaves, placeOf, type Run, type RunBare, waitingWords } from './call.js'
import { type ColorWhen, complain, createOutput, endOnClosedPipe, explain } from './output.js'
import type { BareFlags, CommandName } from './table.js'
import { VERSION } from './version.js'

/** Loaded when asked for. A command of the table that is missing here is a type error. */
const RUNS: { readonly [N in CommandName]: () => Promise<{ readonly run: Run<N> }> } = {
  ls: () => import('./commands/ls.js'),
  show: () => import('./commands/show.js'),
  stats: () => import('./commands/stats.js'),
  turns: () => import('./commands/turns.js'),
  tools: () => import('./commands/tools.js'),
  files: () => import('./commands/files.js'),
  graph: () => import('./commands/graph.js'),
  compactions: () => import('./commands/compactions.js'),
  context: () => import('./commands/context.js'),
  diff: () => import('./commands/diff.js'),
  explain: () => import('./commands/explain.js'),
  resume: () => import('./commands/resume.js'),
  check: () => import('./commands/check.js'),
  search: () => import('./commands/search.js'),
  blame: () => import('./commands/blame.js'),
  index: () => import('./commands/index.js'),
  export: () => import('./commands/export.js'),
  archive: () => import('./commands/archive.js'),
  restore: () => import('./commands/restore.js'),
  team: () => import('./commands/team.js'),
  usage: () => import('./commands/usage.js'),
  clone: () => import('./commands/clone.js'),
  strip: () => import('./commands/strip.js'),
  compress: () => import('./commands/compress.js'),
  redact: () => import('./commands/redact.js'),
  move: () => import('./commands/move.js'),
  trim: () => import('./commands/trim.js'),
  cut: () => import('./commands/cut.js'),
  repair: () => import('./commands/repair.js'),
  rm: () => import('./commands/rm.js'),
  receipts: () => import('./commands/receipts.js'),
  undo: () => import('./commands/undo.js'),
  schema: () => import('./commands/schema.js'),
  serve: () => import('./commands/serve.js'),
  mcp: () => import('./commands/mcp.js'),
  completions: () => import('./commands/completions.js'),
  help: () => import('./commands/help.js'),
}

const INTERRUPTED = 130

export async function main(words: readonly string[], leaves: Leaves): Promise<number> {
  endOnClosedPipe()
  const interrupt = new AbortController()
  /** Ctrl-C is how it is ended, and it has something to put away. */
  let endsItself = false
  process.once('SIGINT', () => {
    // Nobody listens any more: a second one ends the process without asking it, whatever it does.
    process.removeAllListeners('SIGINT')
    interrupt.abort()
    if (!isChanging() && !endsItself) process.exit(INTERRUPTED)
    // A change is given the time to take itself back; what it leaves behind otherwise, the next call takes back.
    setTimeout(() => process.exit(INTERRUPTED), 500).unref()
  })
  try {
    const { command, args, flags } = parseCall(words)
    endsItself = command?.name === 'serve' || command?.name === 'mcp'
    if (flags.has('version')) {
      process.stdout.write(`${VERSION}\n`)
      return 0
    }
    const output = createOutput({
      color: flags.has('no-color') ? 'never' : ((flags.value('color') ?? 'auto') as ColorWhen),
      pager: !flags.has('no-pager'),
      configDir: flags.value('config-dir'),
    })
    const isHelp = flags.has('help') || command?.name === 'help'
    const name = isHelp ? 'help' : command?.name
    // Whatever the command, its flags are those of its row.
    const { run } = (await (name === undefined ? import('./commands/overview.js') : RUNS[name]())) as { run: RunBare }
    const helpArgs = command && command.name !== 'help' ? [command.name] : args
    const code = await run({
      args: isHelp ? helpArgs : args,
      flags: flags as Flags<BareFlags>,
      place: placeOf(flags.value('config-dir'), output.now),
      output,
      leaves,
      doing: { signal: interrupt.signal, progress: step => output.progress(waitingWords(step)) },
    })
    return interrupt.signal.aborted && !endsItself ? INTERRUPTED : code
  } catch (error) {
    if (interrupt.signal.aborted) return INTERRUPTED
    return await fail(error, words)
  }
}

/** What went wrong and what to do, never a stack: that is for RETHREAD_DEBUG. */
async function fail(error: unknown, words: readonly string[]): Promise<number> {
  // Loaded here: most calls go well.
  const [{ UnclearReference }, { presentCandidates }] = await Promise.all([
    import('../actions/session/index.js'),
    import('../present/ls.js'),
  ])
  const message = error instanceof Error ? error.message : String(error)
  const known = error instanceof RethreadError
  if (error instanceof UnclearReference) {
    complain(error.what)
    const screen = { ...createOutput({ color: 'never', pager: false }), width: process.stderr.columns || 100 }
    explain(presentCandidates(error.cards, screen))
  } else complain(known ? message : `unexpected error: ${message}`)
  // Whoever asks within a budget is likely a program: it gets the kind of the error, and what would help.
  if (words.some(word => word === '--budget' || word.startsWith('--budget='))) {
    const { typedError } = await import('../actions/error-advice.js')
    const { kind, advice } = typedError(error)
    explain([`kind=${kind}: ${advice}`])
  }
  if (process.env['RETHREAD_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return known ? error.exitCode : 3
}
