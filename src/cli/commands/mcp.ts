import { wrong } from '../arguments.js'
import type { Run } from '../call.js'

export const run: Run<'mcp'> = async ({ flags, place, doing, leaves }) => {
  if (flags.has('json')) throw wrong('mcp speaks its own protocol: leave out --json')
  await leaves.mcp({ place, canWrite: flags.has('allow-write'), signal: doing.signal })
  return 0
}
