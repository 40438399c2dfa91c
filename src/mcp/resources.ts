// Sessions as resources: a client can list the newest, and read one or a place in it.

import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import type { Doing } from '../actions/action.js'
import { showAnswers, turnsAnswers } from '../actions/answers/index.js'
import { ls } from '../actions/list/index.js'
import type { Place } from '../actions/session/index.js'
import { InputError } from '../format/error.js'
import { pointReference } from '../format/point-reference.js'
import { isSessionId } from '../format/session-folder.js'
import { type Budget, roomIn } from '../present/answers/budget.js'
import { fitted } from '../present/answers/fit.js'
import { framed } from '../present/answers/frame.js'
import { toolCallOf } from '../present/answers/next-words.js'
import { visibleLine } from '../present/terminal-text.js'

const SCHEME = 'rethread://session/'
const MOST_LISTED = 50
const BUDGET: Budget = { unit: 'tokens', most: 4000 }

export const TEMPLATES = [
  {
    uriTemplate: `${SCHEME}{session}`,
    name: 'session',
    title: 'A session, or a place in it',
    description: 'An id: the outline of the session. With :t7, :t7..t9, :m31 or :L212 behind it: what is there.',
    mimeType: 'text/plain',
  },
]

export async function listedSessions(place: Place, doing: Doing): Promise<readonly Resource[]> {
  const { sessions } = await ls(place, { limit: MOST_LISTED }, doing)
  return sessions
    .filter(({ id }) => isSessionId(id))
    .map(({ id, title, project, updatedAt }) => ({
      uri: `${SCHEME}${id}`,
      name: id,
      title: visibleLine(title ?? '').slice(0, 120),
      description: visibleLine(`${project ?? ''} · ${updatedAt.slice(0, 10)}`).slice(0, 300),
      mimeType: 'text/plain',
    }))
}

export async function readSession(place: Place, uri: string, doing: Doing): Promise<ReadResourceResult> {
  if (!uri.startsWith(SCHEME)) throw new InputError('resource-unknown', 'resources are rethread://session/ID')
  const reference = decoded(uri.slice(SCHEME.length))
  const { session, point } = pointReference(reference)
  if (!isSessionId(session))
    throw new InputError('resource-unknown', 'a resource is named by the whole id of a session')
  const answers = point
    ? await showAnswers(place, { session: reference, room: roomIn(BUDGET) }, doing)
    : await turnsAnswers(place, { session: reference }, doing)
  const { texts } = fitted<unknown>(answers, BUDGET, answer => [
    framed(
      answer,
      answer.next.map(call => JSON.stringify(toolCallOf(call))),
    ),
  ])
  return { contents: [{ uri, mimeType: 'text/plain', text: texts[0]! }] }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
