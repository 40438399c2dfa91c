// archive and restore as a shell runs them.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, sampleHome } from './rethread.js'

const PROJECT = '.claude/projects/-home-ada-weather-station'

function pathOf(home: string, beginning: string): string {
  const name = readdirSync(join(home, PROJECT)).find(one => one.startsWith(beginning) && one.endsWith('.jsonl'))!
  return join(home, PROJECT, name)
}

test('what a hook is told is archived; it is read and given back', async () => {
  const home = sampleHome()
  const path = pathOf(home, '91a1')
  const stdin = JSON.stringify({
    session_id: 'x',
    transcript_path: path,
    hook_event_name: 'SessionEnd',
    reason: 'other',
  })
  const hook = await ask(['archive', '--hook'], { home, stdin })
  expect([hook.code, hook.stderr]).toEqual([0, ''])
  expect(hook.stdout).toMatch(/^Archived 1 session, .* added\.$/m)
  const text = readFileSync(path, 'utf8')
  const shown = await ask(['turns', '91a1', '--json'], { home })
  rmSync(path)
  expect(await ask(['turns', '91a1', '--json'], { home })).toEqual(shown)
  const listed = await ask(['ls', '--archived'], { home })
  expect(listed.stdout).toContain('only here')
  const resumed = await ask(['resume', '91a1', '--dry-run'], { home })
  expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('rethread restore 91a1')])
  const restored = await ask(['restore', '91a1'], { home })
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout).toContain('To undo: rethread undo ')
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('words and flags that are wrong are named', async () => {
  const home = sampleHome()
  for (const [words, said, stdin] of [
    [['archive', '--hook'], /--hook expects the JSON/, '{"transcript_path": 7}'],
    [['archive', '--hook', 'latest'], /--hook takes the session from standard input/],
    [['archive', 'verify', '91a1'], /unexpected argument "91a1"/],
    [['archive', '--max-size', 'lots'], /--max-size must be a size/],
    [['restore'], /give one or more archived sessions, or --deleted/],
    [['restore', '91a1', '--deleted'], /give one or more archived sessions, or --deleted/],
    [['restore', '91a1'], /no session/],
  ] as const) {
    const { code, stderr } = await ask(words, { home, stdin: stdin ?? '' })
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)])
  }
})

test('verify fails on damage, names what it costs, and a hostile title stays harmless', async () => {
  const home = sampleHome()
  const path = pathOf(home, '91a1')
  writeFileSync(
    path,
    `${readFileSync(path, 'utf8')}${JSON.stringify({ type: 'custom-title', customTitle: 'red \u001b[31m title', sessionId: '91a1' })}\n`,
  )
  const archived = await ask(['archive', '91a1', '10a6'], { home })
  expect(archived.code).toBe(0)
  expect(archived.stdout).not.toContain('\u001b')
  expect((await ask(['archive', 'verify'], { home })).code).toBe(0)
  const packs = join(home, '.local/share/rethread/archive/packs')
  const [pack] = readdirSync(packs)
  const bytes = readFileSync(join(packs, pack!))
  bytes[20]! ^= 1
  writeFileSync(join(packs, pack!), bytes)
  const damaged = await ask(['archive', 'verify'], { home })
  expect(damaged.code).toBe(1)
  expect(damaged.stdout).toMatch(/frame 1 of 2 is damaged/)
  expect(damaged.stdout).toMatch(/cannot be restored in full/)
  // Both are still on disk: they are kept anew, and what was damaged goes.
  expect((await ask(['archive', '--all'], { home })).code).toBe(0)
  expect((await ask(['archive', 'prune'], { home })).stdout).toMatch(
    /^Removed 0 sessions and \d+ earlier versions?, freed /m,
  )
  const sound = await ask(['archive', 'verify'], { home })
  expect([sound.code, sound.stdout]).toEqual([0, expect.stringContaining('Archive is sound')])
})
