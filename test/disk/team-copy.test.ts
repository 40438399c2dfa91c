import { expect, test } from 'vitest'
import { isSafeName } from '../../src/disk/team-copy.js'

test('names in a team store lead to copies below its own folder, and nowhere else', () => {
  const id = '11111111-1111-4111-8111-111111111111.jsonl'
  for (const good of [
    `laptop/0a1b/projects/-home-ada/${id}`,
    `laptop/0a1b/projects/-home-ada/x/subagents/agent-1.jsonl`,
  ])
    expect(isSafeName(good), good).toBe(true)
  for (const bad of [
    id,
    `../0a1b/projects/-home-ada/${id}`,
    `laptop/0a1b/projects/../../../../${id}`,
    `laptop/0a1b/projects/..\\..\\${id}`,
    `/etc/0a1b/projects/-home-ada/${id}`,
    `laptop/./projects/-home-ada/${id}`,
    `laptop/0a1b/settings/-home-ada/${id}`,
    `laptop/0a1b/projects/-home-ada/settings.json`,
    `laptop/0a1b/projects/C:/${id}`,
    `laptop/0a1b/projects/\u0000/${id}`,
    `laptop/0a1b/projects//${id}`,
    '',
  ])
    expect(isSafeName(bad), bad).toBe(false)
})
