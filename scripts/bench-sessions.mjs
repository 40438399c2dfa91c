// Sessions that the app is measured on: one that is very long, very many that are short, and very much text. Made from
// numbers, so every run has the same.

import { closeSync, createWriteStream, mkdirSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

export const LONG_ID = 'beef0000-0000-4000-8000-000000000001'
const LONG_TURN = 3000
const MODEL = 'claude-opus-5-5'

/** Of so many entries and bytes, one turn of it with 3,000 calls. */
export async function writeLongSession(folder, entries, bytes) {
  mkdirSync(folder, { recursive: true })
  const out = createWriteStream(join(folder, `${LONG_ID}.jsonl`))
  const filler = 'The station reports wind, rain and pressure every ten seconds. '.repeat(400)
  const made = entriesOf(LONG_ID)
  const add = async line => {
    if (!out.write(line)) await new Promise(resolve => out.once('drain', resolve))
  }
  const size = Math.floor((bytes / entries) * 2 - 1100)
  const call = async at => {
    const id = `toolu_${made.count}`
    const isBash = at % 3 === 0
    const input = isBash ? { command: `make part-${at}` } : { file_path: `/bench/src/part-${at}.ts` }
    await add(made.answer([{ type: 'tool_use', id, name: isBash ? 'Bash' : 'Read', input }]))
    await add(made.user([{ type: 'tool_result', tool_use_id: id, content: filler.slice(0, size) }]))
  }
  let turn = 0
  while (made.count < entries) {
    turn++
    await add(made.user(`Prompt number ${turn}: what comes next?`))
    const calls = turn === 50 ? LONG_TURN : 8
    for (let at = 0; at < calls && made.count < entries; at++) await call(at)
    const text = `Answer number ${turn}. **Done**, with \`code\` and a list:\n\n- one\n- two`
    await add(made.answer([{ type: 'text', text }]))
  }
  out.end()
  await finished(out)
}

/** So many sessions of three short turns, in some projects, one a minute. */
export function writeManySessions(projects, sessions) {
  for (let at = 0; at < sessions; at++) {
    const folder = join(projects, `-bench-project-${at % 40}`)
    if (at < 40) mkdirSync(folder, { recursive: true })
    const id = `cafe0000-0000-4000-8000-${String(at).padStart(12, '0')}`
    const made = entriesOf(id, `/bench/project-${at % 40}`)
    const lines = []
    for (let turn = 0; turn <= at % 3; turn++) {
      lines.push(made.user(`Session ${at}: question ${turn} about the ${wordAt(at * 7 + turn)} of the ${wordAt(at)}`))
      lines.push(made.answer([{ type: 'text', text: `The ${wordAt(at * 3)} is ${wordAt(at * 5 + turn)}.` }], at % 900))
    }
    const path = join(folder, `${id}.jsonl`)
    writeFileSync(path, lines.join(''))
    const written = Date.UTC(2026, 5, 1) / 1000 - at * 60
    utimesSync(path, written, written)
  }
}

/** So many bytes of results and answers in words, a few of them common and most of them rare. */
export function writeMuchText(folder, bytes) {
  mkdirSync(folder, { recursive: true })
  const random = numbers(1)
  const text = length => {
    let words = ''
    while (words.length < length) words += `${wordAt(Math.floor(VOCABULARY * random() ** 4))} `
    return words
  }
  let left = bytes
  for (let session = 0; left > 0; session++) {
    const id = `babe0000-0000-4000-8000-${String(session).padStart(12, '0')}`
    const made = entriesOf(id)
    const file = openSync(join(folder, `${id}.jsonl`), 'w')
    for (let turn = 0; turn < 30 && left > 0; turn++) {
      const lines = [made.user(text(120))]
      for (let at = 0; at < 8; at++) {
        const call = `toolu_${made.count}`
        lines.push(made.answer([{ type: 'tool_use', id: call, name: 'Bash', input: { command: text(60) } }]))
        lines.push(made.user([{ type: 'tool_result', tool_use_id: call, content: text(4500) }]))
      }
      lines.push(made.answer([{ type: 'text', text: text(600) }]))
      const page = lines.join('')
      writeSync(file, page)
      left -= page.length
    }
    closeSync(file)
  }
}

const VOCABULARY = 30_000
const SYLLABLES =
  'ba ce di fo gu ka le mi no pu ra se ti vo xu ya ze wi qua str cla gro pre con per tra lex mon tir vel'.split(' ')

/** The same number is the same word; small numbers are the common words. */
export function wordAt(number) {
  let rest = number % VOCABULARY
  let word = ''
  do {
    word += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return `${word}n`
}

function numbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The lines of one session, each hanging on the one before. */
function entriesOf(id, cwd = '/bench') {
  let parent = null
  let count = 0
  const entry = fields => {
    const uuid = `${id.slice(0, 8)}-${id.slice(-4)}-4000-9${id.slice(-7, -4)}-${String(count).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString()
    count++
    const frame = { parentUuid: parent, isSidechain: false, userType: 'external', cwd, sessionId: id }
    parent = uuid
    return `${JSON.stringify({ ...frame, version: '2.1.325', gitBranch: 'main', ...fields, uuid, timestamp })}\n`
  }
  return {
    get count() {
      return count
    },
    user: content => entry({ type: 'user', message: { role: 'user', content } }),
    answer(content, output = 40) {
      const usage = {
        input_tokens: 10,
        output_tokens: output,
        cache_read_input_tokens: 20_000 + Math.floor(count / 3),
        cache_creation_input_tokens: 100,
      }
      const stop_reason = content[0].type === 'tool_use' ? 'tool_use' : 'end_turn'
      const head = { id: `msg_${id.slice(-12)}_${count}`, type: 'message', role: 'assistant', model: MODEL }
      return entry({ type: 'assistant', message: { ...head, content, stop_reason, usage } })
    },
  }
}
