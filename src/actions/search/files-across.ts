// Which sessions read or changed a file, and when.

import { isAbsolute, resolve } from 'node:path'
import { isPresent } from '../../disk/index.js'
import type { Action } from '../action.js'
import type { CutShort } from '../cut-short.js'
import { withIndex } from '../index/open-index.js'
import type { Hunk } from '../read/show/report.js'
import type { Place } from '../session/place.js'
import { type Touching, touchingCalls } from './touching.js'

export interface FilesAcrossRequest {
  /** A path, or the end of one. */
  readonly file: string
  /** With what each edit did. */
  readonly edits?: boolean
  /** Default: the index is brought up to date first. */
  readonly refresh?: boolean
}

export interface FilesAcrossReport {
  /** As it was asked for. */
  readonly file: string
  /** Newest first. */
  readonly sessions: readonly TouchingSession[]
  /** Some did not arrive. */
  readonly partial?: CutShort
}

export interface TouchingSession {
  readonly id: string
  readonly path: string
  readonly title: string | null
  readonly project: string | null
  readonly updatedAt: string
  /** The whole paths that were touched. */
  readonly files: readonly string[]
  readonly edits: number
  readonly reads: number
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly turns: readonly number[]
  readonly calls: readonly TouchingCall[]
  readonly show: string
}

export interface TouchingCall {
  readonly did: 'read' | 'changed'
  readonly tool: string
  readonly file: string
  readonly turn: number | null
  readonly line: number
  readonly agent: string | null
  readonly abandoned: boolean
  readonly time: string | null
  /** Only where edits are asked for. */
  readonly hunks?: readonly Hunk[]
}

export const filesAcross: Action<FilesAcrossRequest, FilesAcrossReport> = (place, request, doing = {}) =>
  withIndex(place, { refresh: request.refresh ?? true }, doing, async index => {
    const { calls, ...rest } = await touchingCalls(index, wholePath(request.file, place), doing)
    const bySession = new Map<string, Touching[]>()
    for (const call of calls) bySession.set(call.session, [...(bySession.get(call.session) ?? []), call])
    const sessions = [...bySession]
      .map(([path, own]) => sessionOf(path, own, request.edits ?? false))
      .map(one => (place.team ? { ...one, show: `${one.show} --team` } : one))
    const newest = sessions.toSorted((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''))
    return { file: request.file, sessions: newest, ...rest }
  })

/** A file that is there is meant by its whole path; anything else is the end of one. */
export function wholePath(file: string, { cwd, home }: Place): string {
  const path = file.startsWith('~/') ? resolve(home, file.slice(2)) : resolve(cwd, file)
  return isAbsolute(file) || file.startsWith('.') || file.startsWith('~/') || isPresent(path) ? path : file
}

function sessionOf(path: string, calls: readonly Touching[], withEdits: boolean): TouchingSession {
  const [{ id, card }] = calls as [Touching, ...Touching[]]
  const times = calls.flatMap(({ touch }) => (touch.time === null ? [] : [touch.time]))
  const turns = new Set(calls.flatMap(({ turn }) => (turn === null ? [] : [turn])))
  const edits = calls.filter(({ touch }) => touch.did === 'changed')
  const turn = (edits.at(-1) ?? calls.at(-1))?.turn
  return {
    id,
    path,
    title: card.title,
    project: card.project,
    updatedAt: card.updatedAt,
    files: [...new Set(calls.map(({ touch }) => touch.path))],
    edits: edits.length,
    reads: calls.length - edits.length,
    firstAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    lastAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    turns: [...turns].toSorted((a, b) => a - b),
    calls: calls.map(call => callOf(call, withEdits)),
    show: `rethread show ${id.slice(0, 8)}${turn ? ` --turn ${turn}` : ''}`,
  }
}

function callOf({ touch, turn, agent, branch, hunks }: Touching, withEdits: boolean): TouchingCall {
  return {
    did: touch.did,
    tool: touch.tool,
    file: touch.path,
    turn,
    line: touch.line,
    agent,
    abandoned: branch !== 1,
    time: touch.time === null ? null : new Date(touch.time).toISOString(),
    ...(withEdits && touch.did === 'changed' ? { hunks: hunks() } : {}),
  }
}
