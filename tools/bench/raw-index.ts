// The baseline of a first index: every line is parsed, and every text goes into a plain FTS5 table, nothing else.
// `node raw-index.js <config dir> <database>`

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { anyDriver } from '../../src/catalog/sqlite/driver.js'

interface Block {
  readonly type?: string
  readonly text?: string
  readonly thinking?: string
  readonly input?: unknown
  readonly content?: unknown
}

const [, , folder = '', path = ''] = process.argv
for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
const driver = await anyDriver()
if (!driver) throw new Error('no SQLite')
const db = driver(path)
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
db.exec(
  "CREATE VIRTUAL TABLE words USING fts5(prompt, answer, thinking, input, output, title, path, content='', contentless_delete=1)",
)
const insert = (field: string) => db.prepare(`INSERT INTO words(rowid, ${field}) VALUES(?, ?)`)
const into = {
  prompt: insert('prompt'),
  answer: insert('answer'),
  thinking: insert('thinking'),
  input: insert('input'),
  output: insert('output'),
}
let count = 0
let waiting = 0
db.exec('BEGIN')
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.jsonl')) continue
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as { type?: string; message?: { content?: string | readonly Block[] } }
    const said = entry.type === 'user' ? 'prompt' : 'answer'
    const content = entry.message?.content
    if (typeof content === 'string') put(said, content)
    else
      for (const block of content ?? []) {
        if (typeof block.text === 'string') put(said, block.text)
        else if (typeof block.thinking === 'string') put('thinking', block.thinking)
        else if (block.input !== undefined) put('input', strings(block.input).join('\n'))
        else if (block.content !== undefined) put('output', texts(block.content))
      }
  }
}
db.exec('COMMIT')
db.close()

function put(field: keyof typeof into, text: string): void {
  into[field].run(++count, text)
  waiting += text.length
  if (waiting < 16_000_000) return
  db.exec('COMMIT; BEGIN')
  waiting = 0
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

function texts(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(block => (block as Block).text ?? '').join('\n') : ''
}
