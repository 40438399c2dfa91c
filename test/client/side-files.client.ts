// What lies beside a session works for its clone: files can be rewound, and agents continued (resume-rules §5.2, §5.3).

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { clone } from '../../src/actions/reshape/clone.js'
import { records } from '../reshape/in-memory.js'
import { type ClientHome, makeClientHome } from './client-home.js'
import { recordedSessions } from './goldens.js'
import { fakeApi } from './judged-suite.js'
import { runClient } from './run-client.js'
import { RECORD } from './sample.js'

const version = '2.1.325'
const RECORDED_IN = '/home/dev/project'

const api = fakeApi()

/** A recorded session as it would lie in this home, and the id of its clone; the original is gone. */
async function placed(situation: string, home: ClientHome): Promise<string> {
  const found = recordedSessions().find(one => one.name === `${situation} (${version})`)!
  const path = join(home.project, `${found.sessionId}.jsonl`)
  writeFileSync(path, readFileSync(found.file, 'utf8').replaceAll(RECORDED_IN, home.work))
  if (found.side) cpSync(found.side, path.slice(0, -'.jsonl'.length), { recursive: true })
  const history = join(dirname(found.file), 'file-history')
  if (existsSync(history)) cpSync(history, join(home.config, 'file-history'), { recursive: true })
  const report = await clone(
    { env: {}, home: home.root, cwd: home.work, configDir: home.config },
    {
      call: ['clone'],
      reference: found.sessionId,
      where: { kind: 'same-project' },
      dryRun: false,
      now: Date.now(),
      keepIds: false,
      idsFrom: undefined,
      allTexts: false,
      title: undefined,
      linear: false,
    },
  )
  expect(report.refused).toEqual([])
  for (const gone of [path, path.slice(0, -'.jsonl'.length), join(home.config, 'file-history', found.sessionId)])
    rmSync(gone, { recursive: true, force: true })
  return report.sessionId
}

test.skipIf(RECORD)('--rewind-files on a clone restores an edited file', async () => {
  const home = makeClientHome()
  try {
    const sessionId = await placed('screen-files', home)
    const entries = records(readFileSync(join(home.project, `${sessionId}.jsonl`)))
    const delta = entries.find(one => one['type'] === 'file-history-delta' && one['backup']?.backupFileName)!
    const backup = join(home.config, 'file-history', sessionId, delta['backup'].backupFileName)
    const file = join(home.work, delta['trackingPath'])
    writeFileSync(file, 'something else entirely')
    const end = await runClient({
      version,
      home,
      url: api().open().url,
      args: ['-p', '--resume', sessionId, '--rewind-files', delta['snapshotMessageId']],
      env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
      input: '',
    })
    expect(end.code, end.errors).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(backup, 'utf8'))
  } finally {
    home.remove()
  }
})

test.skipIf(RECORD)('an agent of the original is continued in the clone', async () => {
  const home = makeClientHome()
  try {
    const sessionId = await placed('agent', home)
    const [agent] = records(readFileSync(join(home.project, `${sessionId}.jsonl`))).flatMap(one =>
      one['toolUseResult']?.agentId ? [one['toolUseResult'].agentId as string] : [],
    )
    const line = api().open({
      replies: [
        {
          when: { kind: 'main', last: /GO ON/ },
          blocks: [{ tool: 'SendMessage', input: { to: agent, message: '[sub:again] and now?', summary: 'again' } }],
        },
        { blocks: ['done'], times: 9 },
      ],
    })
    await runClient({
      version,
      home,
      url: line.url,
      args: [
        '-p',
        'GO ON',
        '--resume',
        sessionId,
        '--output-format',
        'stream-json',
        '--verbose',
        '--allowedTools',
        'SendMessage',
      ],
      input: '',
    })
    const said = JSON.stringify(line.requests.map(request => request.body.messages))
    expect(said).not.toContain('No transcript found')
    expect(said).toContain('and now?')
    const transcript = readFileSync(join(home.project, sessionId, 'subagents', `agent-${agent}.jsonl`), 'utf8')
    expect(transcript).toContain('and now?')
  } finally {
    home.remove()
  }
})
