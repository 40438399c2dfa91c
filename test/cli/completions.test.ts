// Completions: bash is driven, zsh and fish are checked for syntax where they are installed.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS, flagsOf } from '../../src/cli/table.js'
import { bash, projectIn, rethreadMany, sampleHome } from './rethread.js'

let home: string
const scripts = new Map<string, string>()

beforeAll(async () => {
  home = sampleHome()
  const shells = ['bash', 'zsh', 'fish']
  const outcomes = await rethreadMany(shells.map(shell => ({ args: ['completions', shell] })))
  for (const [index, shell] of shells.entries()) scripts.set(shell, outcomes[index]!.stdout)
  writeFileSync(join(home, 'rethread.bash'), scripts.get('bash')!)
})

/** What Tab offers behind these words, the last of which is being written. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const quoted = words.map(word => `'${word}'`).join(' ')
  const line = `set -u; source rethread.bash; COMP_WORDS=(rethread ${quoted}); COMP_CWORD=${words.length}; _rethread
    printf '%s\\n' "\${COMPREPLY[@]-}"; complete -p rethread >&2`
  const { code, stdout, stderr } = await bash(line, { home, cwd: home })
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'complete -o default -F _rethread rethread\n' })
  return stdout.split('\n').filter(word => word !== '')
}

describe('bash', () => {
  test.concurrent('commands', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)))
    expect(await offered('sta')).toEqual(['stats'])
  })

  test.concurrent('flags, and the values that they take', async () => {
    expect(await offered('show', '--')).toEqual(expect.arrayContaining(['--turn', '--depth', '--follow', '--json']))
    expect(await offered('show', '--dep')).toEqual(['--depth'])
    expect(await offered('show', '--depth', '')).toEqual(['prompts', 'answers', 'narration', 'tools', 'all'])
    expect(await offered('completions', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
    expect(await offered('help', 'to')).toEqual(['tools'])
  })

  test.concurrent('sessions', async () => {
    expect(await offered('show', '91')).toEqual(['91a14000'])
    expect(await offered('turns', 'lat')).toEqual(['latest'])
    expect(await offered('ls', '91')).toEqual([])
  })

  test('sessions under nullglob and failglob, with their titles where they are listed', async () => {
    const titled = '91a14000  Dew point on the station page'
    for (const option of ['nullglob', 'failglob']) {
      const line = `shopt -s ${option} 2>/dev/null; source rethread.bash; COMP_WORDS=(rethread show ''); COMP_CWORD=2; COMP_TYPE=63
        _rethread; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout } = await bash(line, { home, cwd: home })
      expect(stdout.split('\n')).toEqual(expect.arrayContaining([titled, 'latest', '--turn']))
    }
    expect(await offered('show', '')).toEqual(expect.arrayContaining(['91a14000', 'latest']))
  })

  test.concurrent('paths and files are left to the shell', async () => {
    for (const words of [
      ['show', './'],
      ['show', '/tm'],
      ['show', '~/'],
      ['clone', '--out', ''],
      ['ls', '--config-dir', ''],
    ])
      expect(await offered(...words)).toEqual([])
  })

  test('the name of a file is never run', async () => {
    const row = '{"type":"user","cwd":"/p","message":{"role":"user","content":"\\"id\\":\\"$(date>x)\\""}}\n'
    for (const name of ['$(id>aa)', '`id>bb`', "';id>cc;'", '$(id>dd)-0000-4000-8000-000000000000'])
      writeFileSync(join(projectIn(home), `${name}.jsonl`), row)
    const all = await offered('show', '')
    expect(all.filter(word => !/^(--?[a-zA-Z-]+|[0-9a-f]{8}|latest)$/.test(word))).toEqual([])
    const { stdout } = await bash('ls aa bb cc dd x 2>/dev/null', { home, cwd: home })
    expect(stdout).toBe('')
  })
})

describe.each(['zsh', 'fish'])('%s', shell => {
  test('every command and flag', () => {
    const script = scripts.get(shell)!
    for (const command of COMMANDS) {
      expect(script).toContain(command.name)
      for (const { name } of flagsOf(command)) expect(script).toContain(shell === 'zsh' ? `'--${name}[` : `-l ${name} `)
    }
  })

  test('quotes are closed', () => {
    for (const line of scripts.get(shell)!.split('\n')) {
      expect((line.match(/'/g) ?? []).length % 2, line).toBe(0)
      expect((line.match(/"/g) ?? []).length % 2, line).toBe(0)
    }
  })

  const isInstalled = spawnSync(shell, ['--version']).status === 0
  test.skipIf(!isInstalled)(`its own syntax check (needs ${shell})`, () => {
    const path = join(home, `rethread.${shell}`)
    writeFileSync(path, scripts.get(shell)!)
    expect(spawnSync(shell, ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
})
