// Entries outside the chain, of every kind that clients write, and names that a team gives.
import { aiTitle, customTitle, fileHistorySnapshot, permissionMode, prLink, summaryTitle } from '../bookkeeping-rows.js'
import { hexId, uuid } from '../identifiers.js'
import { words } from '../prose.js'
import { appendBookkeeping, type Fields } from '../session-writer.js'
import { work } from '../turn.js'
import { prompt } from '../user-rows.js'
import { answered, lead, type Scene, said, sentence } from './stage.js'

export const bookkeeping: Scene = stage => {
  const { writer } = stage
  const { random, place } = writer
  const { sessionId } = place
  const hash = hexId(random, 64)
  const rows: readonly Fields[] = [
    { type: 'mode', mode: 'normal', sessionId },
    { type: 'atis-latch', atis: '', sessionId },
    { type: 'tools-used', tools: ['Bash'], sessionId },
    { type: 'cost-state', sessionId, totalCostUSD: 0.1, totalAPIDuration: 49, modelUsage: {} },
    { type: 'api-request-shape', sessionId, shapeHash: hash, version: '2.1.325', shape: { system: [], tools: [] } },
    {
      type: 'api-request-blob',
      sessionId,
      hash,
      message: { role: 'user', content: [{ type: 'text', text: said(stage) }] },
    },
    { type: 'api-request', sessionId, id: uuid(random), timestamp: writer.clock.now(), shapeHash: hash, params: {} },
    { type: 'tag', tag: 'tides', sessionId },
    { type: 'novelty', anything: words(random, 3), sessionId },
    { type: 'worktree-state', worktreeSession: { originalCwd: place.cwd, worktreeName: 'side', sessionId }, sessionId },
    { type: 'agent-setting', agentSetting: 'reviewer', sessionId },
  ]
  for (let left = random.int(1, 6); left > 0; left -= 1) appendBookkeeping(writer, random.pick(rows))
  const lot = random.int(0, 5)
  if (lot === 0) aiTitle(writer, words(random, 4))
  else if (lot === 1) customTitle(writer, words(random, 2))
  else if (lot === 2) permissionMode(writer, 'acceptEdits')
  else if (lot === 3) prLink(writer, 'tides/table', random.int(1, 99))
  else if (lot === 4)
    summaryTitle(writer, words(random, 5), random.chance(0.5) && writer.tip ? writer.tip : uuid(random))
  else fileHistorySnapshot(writer, writer.tip ?? uuid(random))
}

/** One of a team: its entries say so, and messages go between them. */
export const teamMessages: Scene = stage => {
  const { writer } = stage
  stage.turns += 1
  prompt(writer, `<teammate-message teammate_id="lead" color="blue">\n${sentence(stage)}\n</teammate-message>`, {
    extra: { teamName: 'tides', agentName: 'gauge' },
  })
  work(writer, lead(stage), {
    name: 'SendMessage',
    input: { type: 'message', recipient: 'lead', content: said(stage), summary: 'done' },
    content: [{ type: 'text', text: '{"success":true}' }],
    toolUseResult: { success: true, message: 'Message sent to lead', routing: { sender: 'gauge', target: 'lead' } },
  })
  answered(stage)
}
