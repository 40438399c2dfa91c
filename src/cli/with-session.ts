// Opens the session that a command names first (the latest where it names none), and closes it again.

import { type OpenSession, openSession } from '../actions/open-session.js'
import { locate } from '../actions/place.js'
import { type Call, openOptions } from './call.js'

export async function withSession(call: Call, use: (open: OpenSession) => Promise<number>): Promise<number> {
  const reference = call.args[0] ?? 'latest'
  const resolved = await locate(reference, call.place, { allowStandardInput: true })
  const open = await openSession(resolved, openOptions(call))
  call.output.progress(undefined)
  try {
    return await use(open)
  } finally {
    open.close()
  }
}
