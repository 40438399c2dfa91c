// A home with a session that names a hostile name wherever a transcript can name something, and with files around it that
// are none of its business.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { put, uuid } from '../disk/temp-folder.js'
import { hostileNames } from './hostile-names.js'

export const ID = uuid(1)
/** Its first entry names a hostile directory and session. */
export const ASTRAY = uuid(2)
const OTHER = uuid(9)
/** In every file that no command may read. */
export const CANARY = 'canary-5be1c0d3'

export interface HostileHome {
  readonly home: string
  readonly configDir: string
  readonly project: string
  /** What nobody may touch. */
  readonly canaries: readonly string[]
  /** Folders in which nothing may appear. */
  readonly outsides: readonly string[]
  readonly names: readonly string[]
}

/** The surroundings: every folder from the top down to the session's has one beside it with a secret in it. */
export function hostileHome(top: string): HostileHome {
  const home = join(top, 'a', 'home')
  const configDir = join(home, '.claude')
  const project = join(configDir, 'projects', '-p')
  const outside = join(top, 'a', 'outside')
  const above = [top, join(top, 'a'), home, configDir, join(configDir, 'projects'), project]
  const outsides = [
    ...above.map(folder => join(folder, 'outside')),
    ...['file-history', 'tasks', 'todos', 'image-cache', 'session-env'].map(name => join(configDir, name, 'outside')),
  ]
  const canary = (path: string): string => put(path, `${CANARY} ${path}\n`, 1_700_000_000)
  const canaries = [
    ...outsides.map(folder => canary(join(folder, 'secret.txt'))),
    ...[canary(join(outside, 'agent-0a.jsonl')), canary(join(outside, 'folder', 'inner.txt'))],
    ...['.credentials.json', 'CLAUDE.md', 'plans/plan.md', 'plugins/secret.txt'].map(name =>
      canary(join(configDir, name)),
    ),
    canary(join(project, 'memory', 'MEMORY.md')),
    canary(join(project, OTHER, 'tool-results', 'b1.txt')),
    canary(join(configDir, 'file-history', OTHER, '0123456789abcdef@v1')),
    canary(join(configDir, 'tasks', OTHER, '1.json')),
    canary(join(configDir, 'todos', `${OTHER}-agent-${OTHER}.json`)),
  ]
  put(join(project, `${OTHER}.jsonl`), `${JSON.stringify(prompt('another'))}\n`)
  put(join(configDir, 'settings.json'), '{"cleanupPeriodDays":30}')
  put(join(configDir, 'history.jsonl'), '{"display":"hello","project":"/p"}\n')
  symlinkSync('secret.txt', join(outside, 'link'))
  execFileSync('mkfifo', [join(outside, 'fifo')])
  return {
    ...{ home, configDir, project, outsides },
    canaries: [...canaries, join(outside, 'fifo'), join(outside, 'link')],
    names: hostileNames({ outside, home, configDir, other: OTHER }),
  }
}

const AT = { version: '2.1.100', timestamp: '2026-01-01T00:00:00.000Z' }

function prompt(text: string) {
  const message = { role: 'user', content: text }
  return { ...AT, type: 'user', uuid: 'u1', parentUuid: null, sessionId: OTHER, cwd: '/p', message }
}

/** Writes the sessions with these names in them, and their side files; what was there is overwritten. */
export function putSessions({ configDir, project, outsides }: HostileHome, names: readonly string[]): void {
  const [, outside] = outsides
  const lines = (first: object, named: readonly string[]): string =>
    [first, ...named.flatMap((_, at) => rows(at))].map(row => `${withNames(JSON.stringify(row), named)}\n`).join('')
  put(join(project, `${ID}.jsonl`), lines(first(ID, '/p'), names))
  put(join(project, `${ASTRAY}.jsonl`), lines(first(nameAt(0), nameAt(0)), names.slice(0, 10)))
  const agent = names.map((_, at) => ({
    ...chained(`x${at}`, null, at),
    isSidechain: true,
    message: prompt('go').message,
  }))
  const agentText = withNames(agent.map(row => `${JSON.stringify(row)}\n`).join(''), names)
  put(join(project, 'agent-0b.jsonl'), agentText)
  put(
    join(project, ID, 'subagents', 'agent-0a.jsonl'),
    agentText.replace(`"sessionId":${names[0]}`, `"sessionId":"${ID}"`),
  )
  const meta = { toolUseId: nameAt(0), agentType: nameAt(0), description: nameAt(0), worktreePath: nameAt(0) }
  put(join(project, ID, 'subagents', 'agent-0a.meta.json'), withNames(JSON.stringify(meta), names))
  put(join(project, ID, 'custom-title.json'), withNames(JSON.stringify({ customTitle: nameAt(0) }), names))
  put(join(configDir, 'tasks', ID, '1.json'), withNames(JSON.stringify({ id: nameAt(0), owner: nameAt(0) }), names))
  put(join(configDir, 'todos', `${ID}-agent-${ID}.json`), withNames(JSON.stringify([{ id: nameAt(0) }]), names))
  const own = [join(project, ID, 'tool-results'), join(configDir, 'file-history', ID)] as const
  put(join(own[0], 'b1.txt'), 'output')
  put(join(own[1], '0123456789abcdef@v1'), 'before')
  for (const folder of own) {
    link(join(outside!, 'secret.txt'), join(folder, 'link.txt'))
    link(join(outside!, 'secret.txt'), join(folder, 'link@v1'))
    link(outside!, join(folder, 'links'))
    link('loop', join(folder, 'loop'))
    link('/nonexistent/file', join(folder, 'nowhere'))
  }
  link(join(outside!, 'agent-0a.jsonl'), join(project, ID, 'subagents', 'agent-link.jsonl'))
  for (const name of names.map(name => JSON.parse(name) as string).filter(isSideFileName)) {
    for (const path of [join(own[0], name), join(own[1], name), join(configDir, 'tasks', ID, name)])
      if (!isThere(path)) put(path, 'own')
    put(join(project, ID, 'subagents', `agent-${name}.jsonl`), agentText.slice(0, agentText.indexOf('\n') + 1))
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!isThere(path)) symlinkSync(target, path)
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Could a file be called so? */
export function isFileName(name: string): boolean {
  return !/[/\0]|^\.{0,2}$|\p{Cs}/u.test(name) && Buffer.byteLength(name) <= 200
}

/** A backslash may be a separator somewhere: a session with such a side file is not copied. */
const isSideFileName = (name: string): boolean => isFileName(name) && !name.includes('\\')

/** Stands for a name until the entry is text: some names are no value that JSON.stringify would write so. */
const nameAt = (at: number): string => `<name ${at}>`

function withNames(text: string, names: readonly string[]): string {
  return text
    .replace(/"<name (\d+)>"/g, (_, at) => names[Number(at)]!)
    .replace(/<name (\d+)>/g, (_, at) => names[Number(at)]!.slice(1, -1))
}

function first(sessionId: string, cwd: string) {
  return { ...prompt('hello'), sessionId, cwd, slug: nameAt(0), gitBranch: nameAt(0) }
}

function chained(uuid: string, parentUuid: string | null, at: number) {
  const name = nameAt(at)
  return {
    ...AT,
    type: 'user',
    uuid,
    parentUuid,
    sessionId: name,
    cwd: name,
    slug: name,
    gitBranch: name,
    agentId: name,
  }
}

/** Every field that names a file, a folder, a session, an agent or an entry. */
function rows(at: number): readonly object[] {
  const name = nameAt(at)
  const before = at === 0 ? 'u1' : `r${at - 1}-3`
  const files = { file_path: name, path: name, notebook_path: name, filePath: name, planFilePath: name }
  const use = (id: string, tool: string, input: object) => ({ type: 'tool_use', id, name: tool, input })
  const tools = ['Bash', 'Read', 'Write', 'Edit', 'Task']
  const calls = tools.map((tool, n) =>
    use(`t${at}-${n}`, tool, {
      ...{
        ...files,
        command: `cat ${name}`,
        prompt: name,
        subagent_type: name,
        resume: name,
        task_id: name,
        cwd: name,
      },
      ...{ old_string: 'a', new_string: 'b', content: 'c', skill: name },
    }),
  )
  const persisted = `<persisted-output>\nOutput too large (1MB). Full output saved to: ${name}\n\nPreview:\n${name}/${ID}/tool-results/${name}\n</persisted-output>`
  const source = { type: 'file', path: name, file_id: name, url: name, data: name, media_type: 'image/png' }
  const results = calls.map((call, n) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content:
      n % 2 === 0
        ? persisted
        : [
            { type: 'text', text: name },
            { type: 'image', source },
          ],
  }))
  const toolUseResult = {
    ...{
      ...files,
      agentId: name,
      backgroundTaskId: name,
      outputFile: name,
      taskId: name,
      plan: name,
      worktreePath: name,
    },
    ...{ persistedOutputPath: name, persistedOutputSize: 9, stdout: name, filenames: [name], canReadOutputFile: true },
    ...{ file: { filePath: name, outputDir: name, content: name }, originalFile: 'a', type: 'update', isImage: true },
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
  }
  const backup = { backupFileName: name, version: 1, backupTime: AT.timestamp, realParentDir: name }
  const attachment = (type: string) => ({
    ...{ ...files, type, filename: name, displayPath: name, content: name, taskId: name, outputFilePath: name },
    ...{ snippet: name, prompt: name, deltaSummary: name, url: name, server: name, uri: name, imagePath: name },
  })
  const attachments = ['file', 'plan_mode', 'task_status', 'queued_command']
  return [
    {
      ...chained(`r${at}-1`, before, at),
      type: 'assistant',
      message: { id: `m${at}`, role: 'assistant', content: calls },
    },
    { ...chained(`r${at}-2`, `r${at}-1`, at), message: { role: 'user', content: results }, toolUseResult },
    ...attachments.map((type, n) => ({
      ...chained(`r${at}-a${n}`, `r${at}-2`, at),
      type: 'attachment',
      attachment: attachment(type),
    })),
    {
      ...chained(`r${at}-p`, `r${at}-2`, at),
      type: 'progress',
      toolUseID: name,
      data: { agentId: name, type: 'agent' },
    },
    {
      ...chained(`r${at}-3`, `r${at}-2`, at),
      ...{ imagePasteIds: [name], sourceToolUseID: name, sourceToolAssistantUUID: name, planContent: name },
      message: {
        role: 'user',
        content: [
          { type: 'text', text: `@${name} [Image: source: ${name}]` },
          { type: 'image', source },
        ],
      },
    },
    { ...chained(`r${at}-s`, null, at), isSidechain: true, message: { role: 'user', content: name } },
    { ...chained(name, name, at), logicalParentUuid: name, message: { role: 'user', content: name } },
    {
      type: 'file-history-snapshot',
      messageId: `r${at}-3`,
      snapshot: { messageId: name, trackedFileBackups: { [name]: backup, '/p/a.ts': backup } },
    },
    {
      type: 'file-history-delta',
      sessionId: name,
      messageId: name,
      snapshotMessageId: name,
      trackingPath: name,
      backup,
    },
    { type: 'custom-title', sessionId: ID, customTitle: name },
    { type: 'agent-name', sessionId: name, agentName: name },
    { type: 'summary', leafUuid: name, summary: name },
    { type: 'last-prompt', sessionId: name, lastPrompt: name, leafUuid: name },
    { type: 'queue-operation', operation: 'enqueue', content: name, sessionId: name, timestamp: AT.timestamp },
    { type: 'fork-context-ref', sessionId: name, agentId: name, parentSessionId: name },
    { type: 'bridge-session', sessionId: name, bridgeSessionId: name },
    { type: 'frame-link', sessionId: name, path: name, frameUrl: name, title: name },
    {
      type: 'content-replacement',
      sessionId: name,
      agentId: name,
      replacements: [{ kind: 'tool-result', toolUseId: `t${at}-0`, replacement: persisted, path: name }],
    },
    {
      type: 'worktree-state',
      sessionId: name,
      worktreeSession: {
        originalCwd: name,
        worktreePath: name,
        worktreeName: name,
        sessionId: name,
        extensionRoot: name,
      },
    },
    { type: name, sessionId: name, path: name, file: name },
  ]
}

/** What a file is, apart from when it was read: two of these are equal where nobody has touched it. */
export function stateOf({ canaries, outsides }: HostileHome): ReadonlyMap<string, string> {
  const file = (path: string): string => {
    const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
    if (!stats) return 'gone'
    const content = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    const target = stats.isSymbolicLink() ? readlinkSync(path) : ''
    return [stats.ino, stats.mode, stats.nlink, stats.size, stats.mtimeNs, stats.ctimeNs, content, target].join(' ')
  }
  return new Map([
    ...canaries.map(path => [path, file(path)] as const),
    ...outsides.map(folder => [folder, readdirSync(folder).sort().join('/')] as const),
  ])
}

/** Files that hold what only a canary may hold. */
export function holding(folder: string, except: ReadonlySet<string>): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !except.has(path) && readFileSync(path).includes(CANARY))
}
