import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentsBeside, findSessionFolder } from '../../src/disk/index.js'
import { agentIdOfName, encodeProjectPath, isSessionId, sessionIdOfName } from '../../src/format/session-folder.js'
import { put, row, tempFolder, uuid } from './temp-folder.js'

describe('names', () => {
  it.each([
    ['/home/ann/my_app.v2', '-home-ann-my-app-v2'],
    ['/Users/ann/Library/Mobile Documents/com~apple', '-Users-ann-Library-Mobile-Documents-com-apple'],
    ['C:\\Users\\Ann\\src\\@scope', 'C--Users-Ann-src--scope'],
    ['\\\\server\\share\\x', '--server-share-x'],
    ['/srv/caf\u00e9', '-srv-caf-'],
    ['/srv/\u{1f600}', '-srv---'],
    ['/', '-'],
  ])('%s is kept in %s', (cwd, folder) => {
    expect(encodeProjectPath(cwd)).toBe(folder)
  })

  it('gives different directories the same folder, so names are never decoded', () => {
    expect(encodeProjectPath('/a/b-c')).toBe(encodeProjectPath('/a/b/c'))
  })

  it('tells sessions from agents and from everything else', () => {
    expect(sessionIdOfName(`${uuid(1)}.jsonl`)).toBe(uuid(1))
    expect(sessionIdOfName('notes.jsonl')).toBe('notes')
    expect(sessionIdOfName('agent-1a2b.jsonl')).toBeUndefined()
    expect(sessionIdOfName('x.jsonl.bak')).toBeUndefined()
    expect(sessionIdOfName('.jsonl')).toBeUndefined()
    expect(agentIdOfName('agent-1a2b.jsonl')).toBe('1a2b')
    expect(isSessionId(uuid(1))).toBe(true)
    expect(isSessionId(`${uuid(1)}\n`)).toBe(false)
    expect(isSessionId('../../../etc/passwd')).toBe(false)
  })
})

describe('findSessionFolder', () => {
  it('gathers what the client keeps for a session, and nothing of another one', () => {
    const config = tempFolder()
    const project = join(config, 'projects', '-p')
    const id = uuid(1)
    const path = put(join(project, `${id}.jsonl`), row({ sessionId: id }))
    put(join(project, 'agent-aaaa.jsonl'), row({ summary: 'no id here' }) + row({ sessionId: id }))
    put(join(project, 'agent-bbbb.jsonl'), row({ sessionId: uuid(2) }))
    put(join(project, 'agent-cccc.jsonl'), '')
    put(join(project, id, 'subagents', 'agent-a1.jsonl'), row({ sessionId: id }))
    put(join(project, id, 'subagents', 'agent-a1.meta.json'), '{}')
    put(join(project, id, 'subagents', 'deeper', 'agent-a2.jsonl'), row({ sessionId: id }))
    put(join(project, id, 'tool-results', 'toolu_1.txt'), 'output')
    put(join(project, id, 'custom-title.json'), '{}')
    put(join(project, id, 'notes.md'), 'mine')
    put(join(config, 'file-history', id, '0123456789abcdef@v1'), 'old')
    put(join(config, 'file-history', uuid(2), '0123456789abcdef@v1'), 'old')
    put(join(config, 'tasks', id, '1.json'), '{}')
    put(join(config, 'todos', `${id}-agent-${id}.json`), '[]')
    put(join(config, 'todos', `${uuid(2)}-agent-${id}.json`), '[]')
    put(join(config, 'image-cache', id, '1.png'), '')

    const { folder, findings } = findSessionFolder(path, config)

    expect(findings).toEqual([])
    expect(folder).toMatchObject({ id, path, configDir: config, projectFolder: project })
    expect(folder.agents.map(agent => [agent.agentId, agent.layout, agent.metaPath !== undefined])).toEqual([
      ['aaaa', 'beside', false],
      ['a1', 'subagents', true],
      ['a2', 'subagents', false],
    ])
    const names = (files: readonly { readonly name: string }[]) => files.map(file => file.name)
    expect(names(folder.toolResults)).toEqual(['toolu_1.txt'])
    expect(names(folder.fileHistory)).toEqual(['0123456789abcdef@v1'])
    expect(names(folder.tasks)).toEqual(['1.json'])
    expect(names(folder.todos)).toEqual([`${id}-agent-${id}.json`])
    expect(names(folder.imageCache)).toEqual(['1.png'])
    expect(folder.sessionEnv).toEqual([])
    expect(folder.titleFile?.path).toBe(join(project, id, 'custom-title.json'))
    expect(names(folder.others)).toEqual(['notes.md'])
  })

  it('looks next to a session that lies outside any config dir', () => {
    const elsewhere = tempFolder()
    const path = put(join(elsewhere, 'saved.jsonl'), row({ sessionId: 'saved' }))
    put(join(elsewhere, 'saved', 'tool-results', 'a.txt'))
    put(join(elsewhere, 'file-history', 'saved', 'b@v1'))
    const { folder } = findSessionFolder(path)
    expect(folder.configDir).toBeUndefined()
    expect(folder.projectFolder).toBe(elsewhere)
    expect([folder.toolResults.length, folder.fileHistory.length]).toEqual([1, 1])
  })

  it('follows no link among the side files, and says so', () => {
    const elsewhere = tempFolder()
    const path = put(join(elsewhere, 's.jsonl'))
    mkdirSync(join(elsewhere, 's', 'tool-results'), { recursive: true })
    symlinkSync('/etc/hostname', join(elsewhere, 's', 'tool-results', 'a.txt'))
    symlinkSync('/etc', join(elsewhere, 's', 'all'))
    const { folder, findings } = findSessionFolder(path)
    expect([...folder.toolResults, ...folder.others]).toEqual([])
    expect(findings.map(finding => finding.code)).toEqual(['file-not-regular', 'file-not-regular'])
  })

  it('finds the owner of an agent whose first record is long, without reading the rest', () => {
    const project = tempFolder()
    const long = row({ message: 'x'.repeat(100_000), sessionId: uuid(7) })
    put(join(project, 'agent-long.jsonl'), long + row({ sessionId: uuid(8) }))
    expect([...agentsBeside(project).keys()]).toEqual([uuid(7)])
  })
})
