// Plays a situation with a real client and tells which session came of it.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ClientHome } from '../client-home.js'
import type { ApiLine } from '../fake-api.js'
import { runClient, type StartedClient } from '../run-client.js'
import { introduced } from './introduced.js'
import { newestSession, sessionFile } from './session-files.js'
import type { Act, End, Situation, StreamLine } from './situation.js'
import { pause, Terminal } from './terminal.js'

type Say = Extract<Act, { act: 'say' }>
type Stream = Extract<Act, { act: 'stream' }>

const COMMON_TOOLS = ['Bash', 'Read', 'Write', 'Edit', 'Task', 'Agent', 'TodoWrite', 'TaskCreate', 'Glob', 'Grep']
/** For whoever writes a situation: shows the screen after each act. */
const SHOW = process.env['RETHREAD_SHOW'] === '1'
const EVENTS = ['--output-format', 'stream-json', '--verbose']

/** Returns the id of the session that was worked on last. */
export async function perform(situation: Situation, version: string, home: ClientHome, line: ApiLine): Promise<string> {
  furnish(situation, version, home)
  return await new Performance(situation, version, home, line).play()
}

class Performance {
  #session = ''
  #terminal: Terminal | undefined

  constructor(
    private readonly situation: Situation,
    private readonly version: string,
    private readonly home: ClientHome,
    private readonly line: ApiLine,
  ) {}

  async play(): Promise<string> {
    try {
      for (const act of this.situation.acts) {
        await this.#act(act)
        if (SHOW && this.#terminal?.isOpen()) console.log(JSON.stringify(act), `\n${this.#screen.screen()}\n`)
      }
      if (this.#terminal) await this.#close()
      return this.#session
    } finally {
      this.#terminal?.kill()
    }
  }

  async #act(act: Act): Promise<void> {
    switch (act.act) {
      case 'say':
        return this.#say(act)
      case 'stream':
        return this.#stream(act)
      case 'write':
        return writeFileSync(join(this.home.work, act.file), act.text)
      case 'open':
        this.#terminal = await Terminal.open(this.#run([...this.#finding(act.how), ...(act.args ?? [])]))
        return
      case 'type':
        return this.#screen.type(act.text)
      case 'press':
        for (const key of act.keys) {
          this.#screen.press(key)
          await pause(350)
        }
        return
      case 'see':
        return this.#screen.see(act.text)
      case 'wait':
        return pause(act.ms)
      case 'close':
        return this.#close()
    }
  }

  get #screen(): Terminal {
    if (!this.#terminal) throw new Error('no terminal is open')
    return this.#terminal
  }

  async #close(): Promise<void> {
    await this.#screen.close()
    this.#terminal = undefined
    this.#worked(newestSession(this.home))
  }

  #worked(session: string | undefined): void {
    if (!session) throw new Error('the client made no session')
    this.#session = session
  }

  #run(args: readonly string[]) {
    const { version, home, line, situation } = this
    return { version, home, url: line.url, args, ...(situation.env ? { env: situation.env } : {}) }
  }

  #finding(how: Say['how']): string[] {
    if (how === 'continue') return ['--continue']
    if (!this.#session) return []
    return ['--resume', this.#session]
  }

  async #say({ prompt, args = [], how, allow = COMMON_TOOLS, at, end }: Say): Promise<void> {
    const cut = at === undefined ? [] : ['--resume-session-at', this.#reply(at)]
    const allowed = allow.length ? ['--allowedTools', ...allow] : []
    const run = await runClient({
      ...this.#run(['-p', prompt, ...EVENTS, ...this.#finding(how), ...cut, ...args, ...allowed]),
      input: '',
      ...(end ? { onOutput: ending(end) } : {}),
    })
    if (run.timedOut) throw new Error(`the client did not end: ${run.errors}`)
    this.#worked(sessionOf(run.output, run.errors))
  }

  async #stream({ lines, args = [] }: Stream): Promise<void> {
    const run = await runClient({
      ...this.#run(['-p', '--input-format', 'stream-json', ...EVENTS, ...args, '--allowedTools', ...COMMON_TOOLS]),
      ...feeding(lines),
    })
    this.#worked(sessionOf(run.output, run.errors))
  }

  /** How `--resume-session-at` names a reply. */
  #reply(text: string): string {
    const rows = readFileSync(sessionFile(this.home, this.#session), 'utf8').trim().split('\n')
    const row = rows.map(json => JSON.parse(json)).find(r => r.message?.content?.[0]?.text === text)
    if (!row) throw new Error(`no reply ${text}`)
    // Client 2.0 wants the id of the message, later ones that of the row.
    return this.version.startsWith('2.0.') ? row.message.id : row.uuid
  }
}

function sessionOf(output: string, errors: string): string {
  const found = /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1]
  if (!found) throw new Error(`no session: ${errors} ${output.slice(-500)}`)
  return found
}

/** Sends the signal when the time has come. */
function ending({ signal, seen, ms }: End): (piece: string, client: StartedClient) => void {
  let output = ''
  let asked = false
  return (piece, client) => {
    output += piece
    if (asked || !output.includes(seen)) return
    asked = true
    // To the client alone: what it started is its own affair.
    setTimeout(() => client.process.kill(signal), ms)
  }
}

/** Writes the lines one by one, and closes the input when the last has been answered. */
function feeding(lines: readonly StreamLine[]) {
  const left = [...lines]
  let output = ''
  const feed = (client: StartedClient) => {
    while (left[0] && (left[0].seen === undefined || output.includes(left[0].seen))) {
      const { content } = left.shift()!
      client.process.stdin?.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`)
    }
    if (left.length === 0 && output.includes('"type":"result"')) client.process.stdin?.end()
  }
  return {
    started: feed,
    onOutput: (piece: string, client: StartedClient) => {
      output += piece
      feed(client)
    },
  }
}

/** Lays out the project and the client's folder. */
function furnish({ files = {}, home: own = {}, settings, git }: Situation, version: string, home: ClientHome): void {
  const put = (folder: string, path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) put(home.work, path, content)
  for (const [path, content] of Object.entries(own)) put(home.config, path, content)
  if (settings) put(home.config, 'settings.json', JSON.stringify(settings))
  put(home.config, '.claude.json', JSON.stringify(introduced(version, home.work)))
  if (!git) return
  const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org']
  const run = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: home.work, stdio: 'ignore' })
  run('init', '-b', 'main')
  run('add', '.')
  run('commit', '-m', 'First')
}
