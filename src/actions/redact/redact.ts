// A session without its secrets: a review list first, then a placeholder for each, in the session and in everything
// that lies with it.

import { createHmac, randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { peekText } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { redact as redactVerb, secretsInEntry } from '../../reshape/redact/index.js'
import {
  homeRules,
  nameRules,
  SECRET_RULES,
  type SecretHit,
  type SecretRule,
  type SecretScanner,
} from '../../secrets/index.js'
import { type Doing, openOptions } from '../action.js'
import { type ChangeRequest, changeCall } from '../reshape/change-request.js'
import { reshape, type Witness } from '../reshape/reshape.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import { locate, type Place } from '../session/place.js'
import type { Mark } from './content-for.js'
import { type Findings, type FoundSecret, findSecrets, type UnscannedCounts } from './find-secrets.js'
import { gapSecrets } from './gap-secrets.js'
import { ownRules } from './own-rules.js'
import { secretsLeftIn } from './secrets-in-file.js'

export interface RedactCall extends ChangeRequest {
  /** Also home directories. */
  readonly paths?: boolean
  /** Also the names of users. */
  readonly names?: boolean
  /** A file with more rules. */
  readonly rules?: string | undefined
  /** Also whatever looks random. */
  readonly entropy?: boolean
  /** A file with the key of the hashes; else each run has its own. */
  readonly keyFile?: string | undefined
}

export interface RedactReport extends ReshapeReport {
  readonly secrets: readonly FoundSecret[]
  /** Images and the like, in the session and beside it. */
  readonly unscanned: UnscannedCounts
}

/** Several sessions, one after the other. All are found before the first one is written: a wrong word changes nothing. */
export async function redactAll(
  place: Place,
  references: readonly string[],
  callFor: (reference: string) => RedactCall,
  doing: Doing = {},
): Promise<readonly RedactReport[]> {
  for (const reference of references) await locate(reference, place)
  const reports: RedactReport[] = []
  for (const reference of new Set(references)) reports.push(await redact(place, callFor(reference), doing))
  return reports
}

export async function redact(place: Place, call: RedactCall, doing: Doing = {}): Promise<RedactReport> {
  const mark = marker(keyOf(place, call.keyFile))
  const more = call.rules === undefined ? [] : ownRules(resolve(place.cwd, call.rules))
  const isInPlace = call.where?.kind === 'in-place'
  let findings: Findings | undefined
  const witness = witnessOf(() => findings?.scanner)
  const report = await reshape(
    place,
    {
      ...changeCall(place, 'redact', call),
      agentFacts: true,
      witness,
      refuses: () => (findings ? leftInFiles(findings) : []),
      async request(open) {
        const rules = [...SECRET_RULES, ...more, ...personalRules(place, call, open)]
        findings = await findSecrets(open, rules, mark, { entropy: call.entropy ?? false })
        const { found, short, states } = findings
        const { main, agents, files, shared } = found
        const inSession = main.rows.size + main.gaps.length + agents.size + files.size
        return {
          verbs: [redactVerb(found, { inPlace: isInPlace, short })],
          unneeded: inSession === 0 && (shared.size === 0 || !isInPlace),
          states,
        }
      },
    },
    openOptions(place, doing),
  )
  return { ...report, secrets: findings!.list, unscanned: findings!.unscanned }
}

/** Equal secrets have equal placeholders; without the key nobody can try which secret it was. */
export function marker(key: Uint8Array = randomBytes(32)): Mark {
  return ({ kind, secret }) => {
    const hash = createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, 8)
    return `[REDACTED:${kind}:${hash}]`
  }
}

const MAX_KEY = 64 * 1024

function keyOf({ cwd }: Place, file: string | undefined): Uint8Array {
  if (file === undefined) return randomBytes(32)
  const text = peekText(resolve(cwd, file), MAX_KEY)
  if (text === undefined || text.trim() === '')
    throw new InputError('usage', `--key-file: ${file} is empty or cannot be read`)
  return new TextEncoder().encode(text.trim())
}

/** Names that say nothing about anybody. */
const ANYBODY = new Set(['root', 'user', 'home', 'users', 'admin', 'ubuntu', 'node', 'runner', 'vscode'])

export function personalRules(
  { home }: Place,
  { paths, names }: Pick<RedactCall, 'paths' | 'names'>,
  { source }: OpenForChange,
): readonly SecretRule[] {
  const cwd = source.conversation.about.cwd ?? ''
  const [seen] = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)/.exec(cwd) ?? []
  const homes = [...new Set([home, ...(seen === undefined ? [] : [seen])])]
  const people = homes
    .map(one => one.slice(Math.max(one.lastIndexOf('/'), one.lastIndexOf('\\')) + 1))
    .filter(name => name.length >= 3 && !ANYBODY.has(name.toLowerCase()))
  return [...(paths ? homeRules(homes) : []), ...(names ? nameRules([...new Set(people)]) : [])]
}

/** The same for what lies beside it. */
function leftInFiles({ found, scanner, states }: Findings): readonly string[] {
  return [...found.files].flatMap(([path, edits]) => {
    const left = secretsLeftIn(path, states.get(path)!, edits, scanner)
    return left.length === 0
      ? []
      : [`${left.length} secrets would remain in ${path}, the first one of kind ${left[0]!.kind}`]
  })
}

/** Looks at the result as it will be: is any of them left? */
function witnessOf(scanner: () => SecretScanner | undefined): Witness {
  const left: { readonly hit: SecretHit; readonly line: number }[] = []
  const look = (hits: readonly SecretHit[], line: number): void => {
    for (const hit of hits) left.push({ hit, line })
  }
  const inGap = gapSecrets(bytes => scanner()?.scan(bytes, 'json') ?? [])
  return {
    sink: {
      entry(entry, bytes, start) {
        const own = bytes.subarray(start, start + entry.length)
        const sees = scanner()
        if (sees) look(secretsInEntry(sees, own), entry.line)
      },
      gap(gap, bytes, start = 0) {
        if (bytes) look(inGap(gap, bytes, start).hits, gap.line)
      },
    },
    broken: () =>
      left.length === 0
        ? []
        : [`${left.length} secrets would remain, the first one (${left[0]!.hit.kind}) on line ${left[0]!.line}`],
  }
}
