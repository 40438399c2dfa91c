// What a message of the API or the client means for a session: the line, the entry, the cause, and what mends it.

import type { KnownError } from '../../check/known-errors/known-error.js'
import { knownError } from '../../check/known-errors.js'
import { findContext } from '../../context/index.js'
import type { Finding } from '../../format/finding.js'
import { type Action, type OfSession, openOptions, sessionFile, timeAt } from '../action.js'
import { openReading } from '../session/open-reading.js'
import type { OpenOptions } from '../session/open-session.js'
import { type CheckedFinding, checkSessions, type SessionFile } from './check.js'
import { type ExplainedPlace, placesOf } from './explain-places.js'

export interface Explanation {
  readonly session: string
  /** The message, as it was given. */
  readonly said: string
  /** The session holds what the message speaks of, or the place that it names. */
  readonly explained: boolean
  /** Null where the message is not known. */
  readonly error: Pick<KnownError, 'id' | 'by' | 'rule' | 'cause'> | null
  /** The request that indexes are counted in: what this client would send now, without its own reminders. */
  readonly request: { readonly client: string; readonly messages: number }
  /** The likeliest first. */
  readonly places: readonly ExplainedPlace[]
  /** The command that mends it, where there is one. */
  readonly fix: string | null
  readonly advice: string | null
  /** Findings about the whole session that belong to the message; where nothing explains it, all that check finds. */
  readonly findings: readonly Finding[]
}

export interface ExplainOptions extends OpenOptions {
  readonly now: number
  /** The client that said it, or that was resuming. */
  readonly client?: string | undefined
  /** `--config-dir`, where it was given. */
  readonly configDir?: string | undefined
}

export interface ExplainRequest extends OfSession {
  /** What the client or the API said. */
  readonly message: string
  readonly client?: string | undefined
}

export const explain: Action<ExplainRequest, Explanation> = async (place, request, doing = {}) =>
  explainSession(await sessionFile(place, request.session, 'explain'), request.message, {
    ...openOptions(place, doing),
    now: timeAt(place),
    client: request.client,
    configDir: place.configDir,
  })

export async function explainSession(
  session: SessionFile,
  text: string,
  options: ExplainOptions,
): Promise<Explanation> {
  const said = text.slice(0, LONGEST)
  const error = knownError(said)
  const { findings: all } = await checkSessions([session], { now: options.now, configDir: options.configDir })
  const open = await openReading(session, options)
  try {
    const context = findContext(open.reading, { client: options.client })
    const findings = error ? belonging(all, error) : all
    const places = placesOf(said, error, { reading: open.reading, context, findings })
    const ofWhole = error ? findings.filter(one => one.line === undefined) : []
    const explained = places.length > 0 || ofWhole.length > 0
    return {
      session: session.id,
      said,
      explained,
      error: error ? { id: error.id, by: error.by, rule: error.rule, cause: error.cause } : null,
      request: { client: context.client, messages: context.messages.length },
      places,
      fix: [places[0]?.finding, ...ofWhole].find(one => one?.fix !== undefined)?.fix ?? null,
      advice: error?.advice ?? null,
      findings: explained ? ofWhole : all,
    }
  } finally {
    open.close()
  }
}

/** Error messages are short; what else is pasted along with one is not looked at. */
const LONGEST = 10_000

/** By the order of the codes, the most telling first. */
function belonging(findings: readonly CheckedFinding[], { codes }: KnownError): readonly Finding[] {
  return codes.flatMap(code => findings.filter(one => one.code === code))
}
