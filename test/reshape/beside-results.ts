// Random sessions in which words stand beside tool results in one entry, as clients write reminders and interruptions
// there, and words of the user.

import { randomFrom } from '../../tools/generator/random.js'
import { answer, attachment, calls, prompt, restart, system, text, thinking, use } from './entries.js'
import { type Json, session } from './in-memory.js'

const PIXEL = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
}

export function besideResults(seed: number): Uint8Array {
  restart()
  const random = randomFrom(seed)
  const entries: Json[] = []
  let number = 0
  let last: string | null = null
  const name = (kind: string): string => `${kind}${++number}`
  const put = (entry: Json): string => {
    entries.push(entry)
    return (last = entry['uuid'] as string)
  }
  const words = (): Json =>
    random.pick([
      text(`<system-reminder>\nmind ${number}\n</system-reminder>`),
      text('[Request interrupted by user for tool use]'),
      text('[Request interrupted by user]'),
      text(`words ${number}`),
      text(`<system-reminder>a</system-reminder> and words ${number}`),
      PIXEL,
    ])
  const beside = (result: Json): Json[] => {
    if (random.chance(0.4)) return [result]
    return [result, words(), ...(random.chance(0.2) ? [words()] : [])]
  }
  const resultOf = (id: string): Json => ({
    type: 'tool_result',
    tool_use_id: id,
    content: random.pick<unknown>([`out ${id}`, [text(`out ${id}`)], '', [PIXEL], [text('a'), PIXEL]]),
    ...(random.chance(0.2) ? { is_error: true } : {}),
  })
  const user = (parent: string, content: readonly Json[]): Json =>
    prompt(name('r'), parent, content, random.chance(0.1) ? { isMeta: true } : {})

  function round(): void {
    const message = name('m')
    const ids = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => name('t'))
    const before = [
      ...(random.chance(0.3) ? [thinking(`hm ${number}`)] : []),
      ...(random.chance(0.4) ? [text(`let me see ${number}`)] : []),
    ]
    if (random.chance(0.3)) {
      const above = put(calls(name('a'), last!, message, [...before, ...ids.map(id => use(id))]))
      if (random.chance(0.5)) put(user(above, [...ids.map(resultOf), ...(random.chance(0.6) ? [words()] : [])]))
      else for (const id of ids) put(user(last!, beside(resultOf(id))))
    } else {
      // As the client writes them: an entry for each block, and each result hangs on its call.
      for (const block of before) put(calls(name('a'), last!, message, [block]))
      const made = ids.map(id => put(calls(name('a'), last!, message, [use(id)])))
      for (const [at, id] of ids.entries()) put(user(made[at]!, beside(resultOf(id))))
    }
    if (random.chance(0.25)) {
      const queued = { type: 'queued_command', prompt: `queued ${number}`, commandMode: 'prompt' }
      put(attachment(name('q'), last!, queued))
    }
    if (random.chance(0.15)) put(attachment(name('d'), last!, { type: 'todo_reminder', content: [], itemCount: 0 }))
    if (random.chance(0.1)) put(system(name('s'), last!, 'informational', { content: 'note' }))
  }

  for (let turns = random.int(1, 4); turns > 0; turns--) {
    put(prompt(name('u'), last, random.chance(0.5) ? `say ${number}` : [text(`say ${number}`)]))
    for (let rounds = random.int(1, 4); rounds > 0; rounds--) round()
    if (random.chance(0.3)) put(prompt(name('i'), last, [text('[Request interrupted by user]')]))
    else if (random.chance(0.85)) put(answer(name('e'), last!, name('m'), [text(`done ${number}`)]))
  }
  return session(...entries)
}
