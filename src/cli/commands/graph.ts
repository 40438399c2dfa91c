import { graphNodewise } from '../../actions/read/index.js'
import { presentGraph } from '../../present/graph.js'
import { presentDot } from '../../present/graph-dot.js'
import { presentMermaid } from '../../present/graph-mermaid.js'
import { wrong } from '../arguments.js'
import { answer, type Run } from '../call.js'

export const run: Run<'graph'> = async call => {
  const { args, flags, place, doing } = call
  const asked = (['json', 'mermaid', 'dot'] as const).filter(name => flags.has(name))
  if (asked.length > 1) throw wrong(`--${asked.join(' and --')} cannot be used together`)
  await graphNodewise(place, { session: args[0], all: flags.has('all') }, doing, drawing =>
    answer(call, drawing, (value, output) => {
      if (flags.has('mermaid')) return presentMermaid(value)
      if (flags.has('dot')) return presentDot(value)
      return presentGraph(value, output, { eachRequest: flags.has('requests') })
    }),
  )
  return 0
}
