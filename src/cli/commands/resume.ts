import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ResumePlan, resume } from '../../actions/resume/index.js'
import { isFolder } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { presentResume } from '../../present/resume.js'
import { answer, type Run } from '../call.js'

export const run: Run<'resume'> = async call => {
  const { args, flags, place, output, doing } = call
  const plan = await resume(place, { session: args[0] }, doing)
  output.progress(undefined)
  const isStartable = plan.resumes || (flags.has('anyway') && plan.command.length > 0)
  if (!flags.has('dry-run') && !flags.has('json') && isStartable) return start(plan)
  await answer(call, plan, presentResume)
  return plan.resumes ? 0 : 1
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
