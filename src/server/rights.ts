// What the pages of a server may do. Given when it is started; no page can give itself more.

import { Forbidden } from './envelope.js'

export const RIGHTS = ['read', 'new-sessions', 'in-place'] as const
export type Rights = (typeof RIGHTS)[number]

export function expectRight(has: Rights, needs: Rights): void {
  if (RIGHTS.indexOf(has) >= RIGHTS.indexOf(needs)) return
  throw new Forbidden(
    has === 'read'
      ? 'this server was started with --read-only'
      : 'changing or removing sessions in place needs --allow-in-place',
  )
}
