// Quality row 19: `__proto__`, `constructor` and `prototype` are words like all others: as keys at every depth, as
// types, tool names, ids, models and names of files and fields, through every action and presentation.

import { beforeAll, describe, expect, test } from 'vitest'
import { withReadOnly } from '../read-only-prototypes.js'
import { printingProblem } from './printed.js'
import { answersOf } from './through-everything.js'

const WORDS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'] as const
const DEPTHS = [1, 2, 3, 10, 100, 900]

const prototypes = [Object, Array, Function, String, Number, Map, Set, Uint8Array].map(made => made.prototype as object)
const namesBefore = prototypes.map(prototype => Reflect.ownKeys(prototype))

interface Case {
  readonly name: string
  readonly bytes: Uint8Array
  /** What must stand in the JSON of these answers. */
  readonly counted?: Readonly<Record<string, readonly string[]>>
}

/** JSON text, not values: only so a key `__proto__` is as easy as any other. */
function lines(...texts: readonly string[]): Uint8Array {
  return Buffer.from(texts.map(text => `${text}\n`).join(''), 'utf8')
}

const chained = (uuid: string, parent: string | null, more: string): string =>
  `{"uuid":"${uuid}","parentUuid":${JSON.stringify(parent)},"sessionId":"s","timestamp":"2026-03-01T09:00:00.000Z",${more}}`

/** The word in every place where a session has words that things are counted, found or grouped by. */
function everywhere(word: string): Case {
  const usage = '"usage":{"input_tokens":1,"output_tokens":2}'
  const use = `{"type":"tool_use","id":"${word}","name":"${word}","input":{"${word}":{"${word}":1}},"${word}":1}`
  const result = `{"type":"tool_result","tool_use_id":"${word}","content":[{"type":"${word}","${word}":1}]}`
  return {
    name: `${word} everywhere`,
    bytes: lines(
      chained('u1', null, `"type":"user","version":"${word}","cwd":"${word}","message":{"role":"user","content":"hi"}`),
      chained(
        ...(['a1', 'u1'] as const),
        `"type":"assistant","message":{"id":"${word}","model":"${word}","role":"assistant","stop_reason":"${word}",` +
          `"content":[${use},{"type":"${word}","${word}":{}}],${usage}},"${word}":{"${word}":[]}`,
      ),
      chained(
        ...(['u2', 'a1'] as const),
        `"type":"user","message":{"role":"user","content":[${result}]},"toolUseResult":{"${word}":"${word}"}`,
      ),
      chained(word, 'u2', `"type":"${word}","subtype":"${word}"`),
      chained('s1', word, `"type":"system","subtype":"${word}","content":"${word}","compactMetadata":{"${word}":1}`),
      chained('t1', 's1', `"type":"attachment","attachment":{"type":"${word}","${word}":1,"prompt":"${word}"}`),
      chained('g1', 't1', `"type":"user","isSidechain":true,"agentId":"${word}","message":{"content":"${word}"}`),
      `{"type":"file-history-snapshot","messageId":"${word}","snapshot":{"messageId":"${word}","trackedFileBackups":{"${word}":{"backupFileName":"${word}","version":1}}}}`,
      `{"type":"queue-operation","operation":"enqueue","content":"${word}","timestamp":"2026-03-01T09:00:00.000Z"}`,
      `{"type":"last-prompt","leafUuid":"${word}","lastPrompt":"${word}"}`,
      `{"type":"custom-title","customTitle":"${word}"}`,
    ),
    counted: {
      stats: [
        ...[`"byTool":{"${word}":1}`, `"versions":{"${word}":1}`, `"models":{"${word}":1}`],
        ...[`"stopReasons":{"${word}":1}`, `"title":"${word}"`, `"${word}":1`],
      ],
      tools: [`"name":"${word}"`, `"state":"paired"`, `"input":{"${word}":{"${word}":1}}`],
      'tracked files': [`"path":"${word}"`],
    },
  }
}

/** The key inside itself, so many levels deep, in the parts of an entry that are read. */
function nested(word: string, depth: number): Case {
  const deep = `${`{"${word}":`.repeat(depth)}{"polluted":true}${'}'.repeat(depth)}`
  return {
    name: `${word} at depth ${depth}`,
    bytes: lines(
      chained('u1', null, `"type":"user","message":{"role":"user","content":"hi"},"${word}":${deep}`),
      chained(
        ...(['a1', 'u1'] as const),
        `"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":${deep}}]}`,
      ),
      chained(
        ...(['u2', 'a1'] as const),
        `"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":${deep}}]},"toolUseResult":${deep}`,
      ),
      `{"type":"file-history-snapshot","snapshot":{"trackedFileBackups":${deep}},"message":${deep}}`,
    ),
  }
}

const cases = [...WORDS.map(everywhere), ...WORDS.flatMap(word => DEPTHS.map(depth => nested(word, depth)))]
const problems = new Map<string, readonly string[]>()

beforeAll(async () => {
  // Once before they are read-only: what Node itself sets up at the first call is not ours.
  await problemsOf(everywhere('first'))
  await withReadOnly(prototypes, async () => {
    for (const one of cases) problems.set(one.name, await problemsOf(one))
  })
})

/** What went wrong, in words: no assertion library while the prototypes are read-only. */
async function problemsOf({ bytes, counted = {} }: Case): Promise<readonly string[]> {
  const found: string[] = []
  try {
    for (const answer of await answersOf(bytes)) {
      const json = JSON.stringify(answer.report)
      for (const text of Object.hasOwn(counted, answer.name) ? counted[answer.name]! : []) {
        if (!json.includes(text)) found.push(`${answer.name}: no ${text} in ${json}`)
      }
      const problem = printingProblem(answer)
      if (problem !== undefined) found.push(problem)
    }
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  if ('polluted' in {} || 'polluted' in []) found.push('a prototype is polluted')
  return found
}

describe('through every action and presentation', () => {
  test.each(cases.map(({ name }) => name))('%s', name => expect(problems.get(name)).toEqual([]))
})

test('an overwrite would have been seen, and no prototype has a name that it had not before', async () => {
  expect(await withReadOnly(prototypes, () => prototypes.map(one => Reflect.set(one, 'constructor', null)))).toEqual(
    prototypes.map(() => false),
  )
  expect(prototypes.map(prototype => Reflect.ownKeys(prototype))).toEqual(namesBefore)
})
