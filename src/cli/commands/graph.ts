import { graph } from '../../actions/read/graph.js'
import { presentGraph } from '../../present/graph.js'
import { presentDot } from '../../present/graph-dot.js'
import { presentMermaid } from '../../present/graph-mermaid.js'
import { wrong } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'graph'> = async call => {
  const { args, flags, place, doing } = call
  const asked = (['json', 'mermaid', 'dot'] as const).filter(name => flags.has(name))
  if (asked.length > 1) throw wrong(`--${asked.join(' and --')} cannot be used together`)
  const report = await graph(place, { session: args[0], all: flags.has('all') }, doing)
  await answer(call, report, (value, output) => {
    if (flags.has('mermaid')) return presentMermaid(value)
    if (flags.has('dot')) return presentDot(value)
    return presentGraph(value, output, { eachRequest: flags.has('requests') })
  })
  return 0
}
