// Words that every object answers to, as types, tools, models, fields and titles: with `__proto__` forbidden, and with
// prototypes that nobody can change.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rethreadMany, temporary } from './rethread.js'

const WORDS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']

const FREEZE = `for (const one of [Object, Array, Function, String, Number, Map, Set, RegExp, Promise, Error])
  Object.freeze(one.prototype)`

/** As text: in a literal `__proto__` would set the prototype. */
function rowsFor(word: string, n: number): string {
  const w = JSON.stringify(word)
  const parent = n === 0 ? 'null' : `"end${n - 1}"`
  const about = `"cwd":"/p","version":${w},"gitBranch":${w},"slug":${w},${w}:{${w}:1}`
  const input = `{${w}:{${w}:${w}},"todos":[{"content":${w},"status":${w}}],"command":${w}}`
  const use = (id: string, name: string) => `{"type":"tool_use","id":"${id}${n}","name":${name},"input":${input}}`
  const usage = `{"input_tokens":1,"output_tokens":1,"service_tier":${w},${w}:2}`
  const message = `"id":"m${n}","model":${w},"stop_reason":${w},"usage":${usage}`
  return [
    `{"type":"user","uuid":"u${n}","parentUuid":${parent},${about},"message":{"role":"user","content":${w}}}`,
    `{"type":"assistant","uuid":"a${n}","parentUuid":"u${n}",${about},"message":{${message},"content":[${use('t', w)},${use('todo', '"TodoWrite"')},${use('bash', '"Bash"')}]}}`,
    `{"type":"user","uuid":"r${n}","parentUuid":"a${n}","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t${n}","content":${w}}]},"toolUseResult":{${w}:${w}}}`,
    `{"type":"system","subtype":${w},"uuid":"s${n}","parentUuid":"r${n}","content":${w}}`,
    `{"type":"attachment","attachment":{"type":${w},${w}:1},"uuid":"t${n}","parentUuid":"s${n}"}`,
    `{"type":${w},${w}:${w},"uuid":"x${n}","parentUuid":"t${n}"}`,
    `{"type":"assistant","uuid":"end${n}","parentUuid":"x${n}","message":{"id":"n${n}","content":[{"type":${w},${w}:1}]}}`,
    `{"type":"file-history-snapshot","snapshot":{"trackedFileBackups":{${w}:{"backupFileName":${w},"version":1}}}}`,
    `{"type":"custom-title","customTitle":${w},${w}:1}`,
    '',
  ].join('\n')
}

const COMMANDS = [
  '',
  'ls',
  'show',
  'show --depth all --agents',
  'stats',
  'stats --all',
  'turns --all',
  'tools',
  'tools --files',
]

describe.each([
  ['__proto__ throws', ['--disable-proto=throw']],
  ['frozen prototypes', ['--import', `data:text/javascript,${encodeURIComponent(FREEZE)}`]],
  [
    'no __proto__ at all, and frozen',
    ['--disable-proto=delete', '--import', `data:text/javascript,${encodeURIComponent(FREEZE)}`],
  ],
])('%s', (_, node) => {
  test('every command, as text and as JSON', async () => {
    const home = temporary()
    const folder = join(home, '.claude', 'projects', '__proto__')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'constructor.jsonl'), WORDS.map(rowsFor).join(''))
    const calls = COMMANDS.flatMap(words => {
      const args = words.split(' ').filter(word => word !== '')
      return [args, [...args, '--json']].map(one => ({ args: one, columns: 120 }))
    })
    const outcomes = await rethreadMany(calls, { home, node })
    for (const { args, code, stdout, stderr } of outcomes) {
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
      expect(stdout, args.join(' ')).not.toContain('native code')
      expect(stdout, args.join(' ')).not.toContain('[object Object]')
    }
    const stats = JSON.parse(outcomes.find(one => one.args.join(' ') === 'stats --json')!.stdout)
    const tools = Object.keys(stats.toolCalls.byTool)
    expect(tools.toSorted()).toEqual([...WORDS, 'Bash', 'TodoWrite'].toSorted())
    for (const word of WORDS) {
      expect(Object.getOwnPropertyDescriptor(stats.session.models, word)?.value, word).toBe(1)
      expect(Object.getOwnPropertyDescriptor(stats.entries, word)?.value, word).toBe(1)
      expect(Object.getOwnPropertyDescriptor(stats.unknown.types, word)?.value, word).toBe(1)
      expect(Object.getOwnPropertyDescriptor(stats.toolCalls.byTool, word)?.value, word).toBe(1)
    }
  })
})
