import { redact } from '../../actions/redact.js'
import { presentRedact } from '../../present/redact.js'
import { openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await redact(
    place,
    {
      ...writingFlags('redact', call),
      paths: flags.has('paths'),
      names: flags.has('names'),
      rules: flags.value('rules'),
      entropy: flags.has('entropy'),
      keyFile: flags.value('key-file'),
    },
    openOptions(call),
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentRedact(report, output))
  return report.refused.length > 0 ? 1 : 0
}
