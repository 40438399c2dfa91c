// Lets a device or a reader into the store: a role of its own, and an address with a token. The store is only given what
// a token can be checked with, never the token itself, so that it stands in no log and in no backup.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { connect, withoutPassword } from '../../catalog/postgres/driver.js'
import { InputError } from '../../format/error.js'
import type { Action } from '../action.js'

export interface InviteRequest {
  /** Of the owner. */
  readonly url: string
  /** Of the machine, or of whoever reads. */
  readonly name: string
  readonly team: string
  readonly kind: 'device' | 'reader'
}

export interface InviteReport {
  readonly location: string
  readonly name: string
  readonly team: string
  readonly kind: 'device' | 'reader'
  /** To join with; it is shown once. */
  readonly url: string
}

const NAME = /^[a-z0-9][a-z0-9-]{0,30}$/

export const invite: Action<InviteRequest, InviteReport> = async (_, { url, name, team, kind }) => {
  for (const [what, word] of [
    ['name', name],
    ['group', team],
  ] as const)
    if (!NAME.test(word))
      throw new InputError(
        'usage',
        `the ${what} must be lower-case letters, digits and dashes, not ${JSON.stringify(word)}`,
      )
  const token = randomBytes(24).toString('base64url')
  const role = `rethread_${kind}_${name.replaceAll('-', '_')}`
  const db = await connect(url)
  try {
    await db.query('BEGIN')
    const [known] = await db.query('SELECT 1 AS here FROM pg_roles WHERE rolname = $1', [role])
    const [other] = await db.query('SELECT machine FROM rethread.members WHERE role = $1 AND machine <> $2', [
      role,
      name,
    ])
    if (other)
      throw new InputError('usage', `${name} is too much like ${String(other['machine'])}; choose another name`)
    // Names and the verifier hold nothing that would have to be quoted (NAME, base64).
    await db.query(
      `${known ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD '${verifierOf(token)}'`,
    )
    await db.query(`GRANT rethread_${kind} TO ${role}`)
    // A device is of one team; who reads may be of several.
    if (kind === 'device') await db.query('DELETE FROM rethread.members WHERE role = $1', [role])
    await db.query(
      'INSERT INTO rethread.members(role, team, kind, machine) VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [role, team, kind, kind === 'device' ? name : null],
    )
    await db.query('COMMIT')
  } finally {
    await db.end()
  }
  const address = new URL(url)
  address.username = role
  address.password = token
  return { location: withoutPassword(url), name, team, kind, url: address.href }
}

const ROUNDS = 4096

/** What PostgreSQL keeps of a password (RFC 5802, 7677). */
export function verifierOf(token: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(token, salt, ROUNDS, 32, 'sha256')
  const hmac = (words: string): Buffer => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
