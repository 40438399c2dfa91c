import { sessionContext } from '../../actions/context.js'
import { openReading } from '../../actions/open-reading.js'
import { locate } from '../../actions/place.js'
import { pointIn } from '../../actions/point.js'
import { presentContext } from '../../present/context.js'
import { openOptions, type Run } from '../call.js'

export const run: Run = async call => {
  const { flags, output } = call
  const resolved = await locate(call.args[0] ?? 'latest', call.place, { allowStandardInput: true })
  const open = await openReading(resolved, openOptions(call))
  output.progress(undefined)
  try {
    const leaf = flags.value('leaf')
    const report = sessionContext(open, {
      client: flags.value('client'),
      model: flags.value('model'),
      leaf: leaf === undefined ? undefined : pointIn(open.conversation, leaf),
    })
    if (flags.has('json')) await output.json(report)
    else await output.text(presentContext(report, output, { full: flags.has('full'), brief: flags.has('brief') }))
    return report.resumes ? 0 : 1
  } finally {
    open.close()
  }
}
