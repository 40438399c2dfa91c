import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { locate } from '../../actions/place.js'
import { planResume, type ResumePlan } from '../../actions/resume.js'
import { usualConfigDir } from '../../actions/resume-call.js'
import { isFolder } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { presentResume } from '../../present/resume.js'
import { wrong } from '../arguments.js'
import { openOptions, type Run } from '../call.js'

export const run: Run = async call => {
  const { flags, output, place } = call
  const resolved = await locate(call.args[0] ?? 'latest', place)
  if (resolved.kind !== 'file') throw wrong('resume takes a session file, not standard input')
  const plan = await planResume(resolved, {
    ...openOptions(call),
    now: output.now,
    usualConfigDir: usualConfigDir(place),
    configDir: place.configDir,
  })
  output.progress(undefined)
  const isStartable = plan.resumes || (flags.has('anyway') && plan.command.length > 0)
  const starts = !flags.has('dry-run') && !flags.has('json') && isStartable
  if (flags.has('json')) await output.json(plan)
  else if (!starts) await output.text(presentResume(plan, output))
  if (!starts) return plan.resumes ? 0 : 1
  return start(plan)
}

/** The client takes the terminal over; how it ends is how we end. */
async function start({ command: [program, ...words], directory, environment }: ResumePlan): Promise<number> {
  const child = spawn(program!, words, { cwd: directory, env: { ...process.env, ...environment }, stdio: 'inherit' })
  // Ctrl-C belongs to the client while it runs.
  const ignore = (): void => {}
  process.removeAllListeners('SIGINT').on('SIGINT', ignore)
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    return signal === 'SIGINT' ? 130 : (code ?? 1)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new StorageError('client-failed', `cannot start claude: ${message}`)
    const what = isFolder(directory)
      ? 'claude not found: it is not installed, or not on PATH'
      : `directory not found: ${directory}`
    throw new StorageError('client-missing', what)
  } finally {
    process.off('SIGINT', ignore)
  }
}
