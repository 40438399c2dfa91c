import { compress, type SummarizerOptions } from '../../actions/compress/index.js'
import { presentCompress } from '../../present/compress.js'
import { byteCount, type Flags, wholeNumber, wrong } from '../arguments.js'
import { answer, type Run } from '../call.js'
import type { FlagsFor } from '../table.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run<'compress'> = async call => {
  const { flags, place, doing } = call
  const report = await compress(
    place,
    {
      ...writingFlags('compress', call),
      keepLast: flags.number('keep-last'),
      keepLastCalls: flags.number('keep-last-calls'),
      oldest: flags.value('oldest'),
      by: flags.value('by'),
      budget: flags.number('budget', byteCount),
      bands: flags.value('bands'),
      keepTools: flags.has('keep-tools'),
      summarizer: summarizerOf(flags),
    },
    doing,
  )
  await answer(call, report, presentCompress)
  return report.refused.length > 0 ? 1 : 0
}

function summarizerOf(flags: Flags<FlagsFor<'compress'>>): SummarizerOptions {
  const kind = flags.value('summarizer') ?? 'extractive'
  const model = flags.value('model')
  const command = flags.value('command')
  if (model !== undefined && kind !== 'claude' && kind !== 'anthropic')
    throw wrong('--model requires --summarizer claude or --summarizer anthropic')
  if ((command !== undefined) !== (kind === 'command'))
    throw wrong('--summarizer command and --command PROGRAM must be used together')
  const seconds = flags.value('timeout')
  const at = flags.value('concurrency')
  const ways = {
    timeoutMs: 1000 * (seconds === undefined ? 180 : Math.max(1, wholeNumber('timeout', seconds))),
    concurrency: at === undefined ? 3 : Math.max(1, Math.min(16, wholeNumber('concurrency', at))),
  }
  if (kind === 'command') return { kind, command: command!, ...ways }
  if (kind === 'claude' || kind === 'anthropic') return { kind, model, ...ways }
  return { kind: 'extractive', ...ways }
}
