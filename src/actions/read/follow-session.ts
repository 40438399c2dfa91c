// A session that is being written: tells its new state whenever records have come.

import { type ContextReader, contextReader } from '../../context/index.js'
import { type FollowSink, findSessionFolder, follow, openSource, type ResolvedSession } from '../../disk/index.js'
import { InputError, StorageError } from '../../format/error.js'
import type { Doing } from '../action.js'
import { type OpenSession, readingFrom } from '../session/open-session.js'
import { locate, type Place } from '../session/place.js'
import { type ShowReport, type ShowRequest, showOptions, showSession } from './show.js'

export interface FollowSessionOptions {
  readonly signal: AbortSignal
  /** Told when nothing more has come for a moment; what it gets is valid during the call. */
  readonly onChange: (open: OpenSession) => void
}

/** Tells the session as it is, and again whenever something has come, until the signal ends it. */
export async function followShow(
  place: Place,
  request: ShowRequest,
  { signal = new AbortController().signal }: Doing,
  onChange: (report: ShowReport) => void,
): Promise<void> {
  const resolved = await locate(request.session ?? 'latest', place, { allowStandardInput: true, allowPoint: true })
  await followSession(resolved, {
    signal,
    onChange: open => onChange(showSession(open, [], showOptions(open, request))),
  })
}

const QUIET_MS = 80

/** Ends when the signal does. A file that is rewritten is read anew. */
export async function followSession(resolved: ResolvedSession, options: FollowSessionOptions): Promise<void> {
  if (resolved.kind === 'standard-input') throw new InputError('usage', 'cannot follow standard input')
  while (!options.signal.aborted) await followOnce(resolved, options)
}

async function followOnce(resolved: ResolvedSession & { kind: 'file' }, options: FollowSessionOptions): Promise<void> {
  const builder = contextReader()
  const anew = new AbortController()
  const signal = AbortSignal.any([options.signal, anew.signal])
  let timer: NodeJS.Timeout | undefined
  let failure: { readonly error: unknown } | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      try {
        tell(resolved, builder, options)
      } catch (error) {
        if (isBeingRewritten(error)) return
        failure = { error }
        anew.abort()
      }
    }, QUIET_MS)
  }
  const sink: FollowSink = {
    ...builder,
    entry(...record) {
      builder.entry(...record)
      changed()
    },
    // What was built from the old file cannot be taken back: begin again.
    rewritten: () => anew.abort(),
  }
  await follow(resolved.path, sink, { signal, from: 'start' })
  clearTimeout(timer)
  if (failure) throw failure.error
}

/** Rows that are no longer where they were: the follower sees the same at its next look, and begins anew. */
function isBeingRewritten(error: unknown): boolean {
  return error instanceof StorageError || error instanceof SyntaxError
}

function tell(
  resolved: ResolvedSession & { kind: 'file' },
  builder: ContextReader,
  options: FollowSessionOptions,
): void {
  const { folder, findings } = findSessionFolder(resolved.path, resolved.configDir)
  const source = openSource(resolved.path)
  try {
    const reading = readingFrom(builder.finish().conversation, source.read, () => {})
    options.onChange({ ...reading, id: folder.id, folder, findings })
  } finally {
    source.close()
  }
}
