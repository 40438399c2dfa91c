import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configDirOf, configDirs, listSessions } from '../../src/disk/index.js'
import { put, tempFolder, uuid } from './temp-folder.js'

describe('configDirs', () => {
  it('takes the flag before the variable before the usual places', () => {
    const home = tempFolder()
    put(join(home, '.claude', 'x'))
    put(join(home, '.config', 'claude', 'x'))
    put(join(home, 'a', 'x'))
    put(join(home, 'b', 'x'))
    const [a, b] = [join(home, 'a'), join(home, 'b')]
    expect(configDirs({ env: {}, home })).toEqual([join(home, '.claude'), join(home, '.config', 'claude')])
    expect(configDirs({ env: { CLAUDE_CONFIG_DIR: `${a}, ~/b` }, home })).toEqual([a, b])
    expect(configDirs({ env: { CLAUDE_CONFIG_DIR: '' }, home })).toHaveLength(2)
    expect(configDirs({ flag: `${b},${b}/`, env: { CLAUDE_CONFIG_DIR: a }, home })).toEqual([b])
    expect(configDirs({ env: {}, home: a })).toEqual([])
  })

  it.each(['/nowhere/at/all', '', ' , '])('refuses the named folder %j', flag => {
    expect(() => configDirs({ flag, env: {}, home: '/' })).toThrowError(
      expect.objectContaining({ code: 'config-dir-missing', exitCode: 2 }),
    )
  })

  it('knows which config dir a file lies in', () => {
    const config = tempFolder()
    const path = put(join(config, 'projects', '-p', 'x.jsonl'))
    expect(configDirOf(path, ['/', config])).toBe(config)
    expect(configDirOf(put(join(config, 'x.jsonl')), [config])).toBeUndefined()
  })
})

describe('listSessions', () => {
  it('lists sessions of all config dirs, newest first, and no agents', () => {
    const [one, two] = [tempFolder(), tempFolder()]
    put(join(one, 'projects', '-a', `${uuid(1)}.jsonl`), 'abc', 1_000)
    put(join(one, 'projects', '-a', 'agent-1.jsonl'), '', 9_000)
    put(join(one, 'projects', '-a', `${uuid(1)}`, 'subagents', 'agent-2.jsonl'), '', 9_000)
    put(join(one, 'projects', '-a', 'notes.md'), '', 9_000)
    put(join(one, 'projects', 'stray.jsonl'), '', 9_000)
    put(join(one, 'projects', '-b', 'my notes.jsonl'), '', 2_000)
    put(join(two, 'projects', '-a', `${uuid(3)}.jsonl`), '', 3_000)
    const { sessions, findings } = listSessions([one, two])
    expect(findings).toEqual([])
    expect(sessions.map(({ id, resumable }) => [id, resumable])).toEqual([
      [uuid(3), true],
      ['my notes', false],
      [uuid(1), true],
    ])
    expect(sessions[2]).toEqual({
      id: uuid(1),
      path: join(one, 'projects', '-a', `${uuid(1)}.jsonl`),
      configDir: one,
      projectFolder: join(one, 'projects', '-a'),
      size: 3,
      mtimeMs: 1_000_000,
      resumable: true,
    })
  })

  it('has nothing to say about a config dir without projects', () => {
    expect(listSessions([tempFolder()])).toEqual({ sessions: [], findings: [] })
  })

  it('lists the sessions of many projects', () => {
    const config = tempFolder()
    for (let p = 0; p < 20; p++) {
      const folder = join(config, 'projects', `-p${p}`)
      mkdirSync(folder, { recursive: true })
      for (let i = 0; i < 15; i++) writeFileSync(join(folder, `${uuid(p * 15 + i)}.jsonl`), '')
    }
    expect(listSessions([config]).sessions).toHaveLength(300)
  })
})
