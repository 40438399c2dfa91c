// A session under repair: read again after each change, because what is wrong behind a damage is only seen when the
// damage is gone.

import { sessionRules } from '../../check/check.js'
import type { Surroundings } from '../../check/family.js'
import { type Sent, sentBy } from '../../check/sent.js'
import { contextReader } from '../../context/context-reader.js'
import type { Finding } from '../../format/finding.js'
import type { FoundGap } from '../../format/found.js'
import { recordReader } from '../../format/records.js'
import { searchable } from '../../format/searchable.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { MendedBytes } from './mended-bytes.js'

export interface DamagedSession {
  /** What the file holds now. */
  readonly source: ReshapeSource
  readonly bytes: MendedBytes
  readonly findings: readonly Finding[]
  /** What the client takes up and sends of it. */
  readonly sent: Sent
  /** Bytes that are no record, blanks aside. */
  readonly gaps: readonly FoundGap[]
  readonly choices: RepairChoices
}

export interface RepairChoices {
  /** Also hang entries where the evidence allows for more than one place. */
  readonly assume: boolean
  /** Ids for entries that are added, and for calls that share one. */
  readonly newId: (what: string) => string
  /** A parent that is not in the file, and need not be: an agent that began as a part of another conversation. */
  readonly isElsewhere: (uuid: string) => boolean
}

const CHUNK = 1 << 19

/** `source` gives what lies beside the session. */
export function readDamaged(
  source: ReshapeSource,
  bytes: MendedBytes,
  surroundings: Surroundings,
  choices: RepairChoices,
): DamagedSession {
  const rules = sessionRules()
  const gaps: FoundGap[] = []
  const sink = contextReader((seen, names) => rules.entry(seen, names))
  const records = recordReader({
    ...sink,
    gap(gap, piece, start) {
      if (gap.reason !== 'blank') gaps.push(gap)
      sink.gap(gap, piece, start)
    },
  })
  const chunk = new Uint8Array(Math.min(CHUNK, bytes.size))
  for (let at = 0; at < bytes.size; at += CHUNK)
    records.push(searchable(bytes.read(at, Math.min(CHUNK, bytes.size - at), chunk)))
  records.end()
  const { conversation, facts } = sink.finish()
  const sent = sentBy({ conversation, facts })
  return {
    source: {
      ...source,
      conversation,
      facts,
      size: bytes.size,
      read: (at, length, into) => bytes.read(at, length, into),
    },
    bytes,
    findings: rules.findings(sent, surroundings),
    sent,
    gaps,
    choices,
  }
}
