// Long work: its progress line by line, then its answer, where the page asks for lines; else the answer alone.

import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { Doing, Progress } from '../actions/action.js'
import { answered, failed } from './envelope.js'
import { doingOf } from './serving.js'

const LINES = 'application/x-ndjson'

/** A page draws no more often than this. */
const EVERY_MS = 100

export async function streamed<Value>(c: Context, work: (doing: Doing) => Promise<Value>): Promise<Response> {
  const { signal } = doingOf(c)
  if (!(c.req.header('accept') ?? '').includes(LINES)) return answered(c, await work({ signal }))
  c.header('Content-Type', LINES)
  return stream(c, async out => {
    const given = new AbortController()
    out.onAbort(() => given.abort())
    let told = 0
    const progress = (step: Progress): void => {
      const now = performance.now()
      if (now - told < EVERY_MS) return
      told = now
      void out.write(`${JSON.stringify({ progress: step })}\n`)
    }
    let last: Response
    try {
      last = answered(c, await work({ signal: AbortSignal.any([signal, given.signal]), progress }))
    } catch (error) {
      last = failed(c, error)
    }
    await out.write(`${await last.text()}\n`)
  })
}
