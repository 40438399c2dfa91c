// Every answer of the API has one form: a value, or an error that says what kind it is and what to do.

import type { Context } from 'hono'
import { type TypedError, typedError } from '../actions/error-advice.js'
import { RethreadError } from '../format/error.js'

export type Envelope<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: TypedError }

export function answered<Value>(c: Context, value: Value): Response {
  return c.json({ ok: true, value } satisfies Envelope<Value>)
}

export class Forbidden extends RethreadError {
  constructor(message: string) {
    super('not-allowed', 1, message)
  }
}

export function failed(c: Context, error: unknown): Response {
  const known = error instanceof RethreadError
  const kind = known ? error.code : 'unexpected'
  const status = known ? (STATUS[kind] ?? BY_EXIT_CODE[error.exitCode]) : 500
  const body: Envelope<never> = { ok: false, error: typedError(error) }
  return c.json(body, status)
}

type Status = 400 | 403 | 404 | 409 | 413 | 500

const BY_EXIT_CODE = { 1: 409, 2: 400, 3: 500 } as const

const STATUS: Readonly<Record<string, Status>> = {
  'session-unknown': 404,
  'route-unknown': 404,
  'plan-unknown': 404,
  'receipt-unknown': 404,
  'not-allowed': 403,
  'too-large': 413,
}
