import { sessionContext } from '../../actions/context.js'
import { type ContextKey, contextBy } from '../../actions/context-by.js'
import { openReading } from '../../actions/open-reading.js'
import { locate } from '../../actions/place.js'
import { pointIn } from '../../actions/point.js'
import { presentContext } from '../../present/context.js'
import { presentContextBy } from '../../present/context-by.js'
import { openOptions, type Run } from '../call.js'

export const run: Run = async call => {
  const { flags, output } = call
  const resolved = await locate(call.args[0] ?? 'latest', call.place, { allowStandardInput: true })
  const open = await openReading(resolved, openOptions(call))
  output.progress(undefined)
  try {
    const leaf = flags.value('leaf')
    const wishes = {
      client: flags.value('client'),
      model: flags.value('model'),
      leaf: leaf === undefined ? undefined : pointIn(open.conversation, leaf),
    }
    const by = flags.value('by') as ContextKey | undefined
    if (by !== undefined) {
      const shares = contextBy(open, by, { ...wishes, configDir: call.place.configDir })
      if (flags.has('json')) await output.json(shares)
      else await output.text(presentContextBy(shares, output))
      return 0
    }
    const report = sessionContext(open, wishes)
    if (flags.has('json')) await output.json(report)
    else await output.text(presentContext(report, output, { full: flags.has('full'), brief: flags.has('brief') }))
    return report.resumes ? 0 : 1
  } finally {
    open.close()
  }
}
