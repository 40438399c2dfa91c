// `show --follow`: what is there, then what comes, whatever a client does to the file, until Ctrl-C.

import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { outcomeOf, start, temporary } from './rethread.js'

function row(n: number, words: string): string {
  const parentUuid = n === 0 ? null : `u${n - 1}`
  return `${JSON.stringify({ type: 'user', uuid: `u${n}`, parentUuid, message: { role: 'user', content: words } })}\n`
}

/** Ended with its test, which its context tells: these tests run at the same time. */
function following(path: string, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const child = start(['show', '--follow', path], { home: temporary() })
  onTestFinished(() => void child.kill('SIGKILL'))
  const outcome = outcomeOf(child)
  let seen = ''
  child.stdout!.on('data', chunk => (seen += chunk))
  return {
    async sees(words: string): Promise<void> {
      for (let waited = 0; !seen.includes(words); waited += 20) {
        if (waited > 8000 || child.exitCode !== null) throw new Error(`never saw ${words} in:\n${seen}`)
        await sleep(20)
      }
    },
    count: (words: string) => seen.split(words).length - 1,
    async interrupt() {
      child.kill('SIGINT')
      const { code, stderr } = await outcome
      expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
    },
  }
}

test.concurrent('rows that are appended, also in pieces, each once', async context => {
  const path = join(temporary(), 'a.jsonl')
  writeFileSync(path, row(0, 'the first'))
  const follower = following(path, context)
  await follower.sees('the first')
  appendFileSync(path, row(1, 'the second'))
  await follower.sees('the second')
  const third = row(2, 'the third')
  appendFileSync(path, third.slice(0, 30))
  await sleep(150)
  appendFileSync(path, third.slice(30))
  await follower.sees('the third')
  expect(['the first', 'the second', 'the third'].map(follower.count)).toEqual([2, 1, 1]) // the first is the title too
  await follower.interrupt()
})

test.concurrent('a file that is empty at first', async context => {
  const path = join(temporary(), 'a.jsonl')
  writeFileSync(path, '')
  const follower = following(path, context)
  await sleep(300)
  appendFileSync(path, row(0, 'here at last'))
  await follower.sees('here at last')
  await follower.interrupt()
})

test.concurrent('a file that is cut and goes on otherwise', async context => {
  const path = join(temporary(), 'a.jsonl')
  writeFileSync(path, row(0, 'kept') + row(1, 'taken back'))
  const follower = following(path, context)
  await follower.sees('taken back')
  truncateSync(path, row(0, 'kept').length)
  appendFileSync(path, row(1, 'said instead'))
  await follower.sees('said instead')
  await follower.interrupt()
})

test.concurrent('a file that is replaced by a shorter one', async context => {
  const path = join(temporary(), 'a.jsonl')
  writeFileSync(path, row(0, 'old one') + row(1, 'old two') + row(2, 'old three'))
  const follower = following(path, context)
  await follower.sees('old three')
  writeFileSync(`${path}.new`, row(0, 'another story'))
  renameSync(`${path}.new`, path)
  await follower.sees('another story')
  await follower.interrupt()
})

test.concurrent('rows that come and go before they are shown end nothing', async context => {
  const path = join(temporary(), 'a.jsonl')
  writeFileSync(path, row(0, 'here'))
  const follower = following(path, context)
  await follower.sees('here')
  for (let turn = 0; turn < 12; turn++) {
    appendFileSync(path, row(1, `never mind ${turn} ${'x'.repeat(500)}`))
    await sleep(30 + (turn % 4) * 20)
    truncateSync(path, row(0, 'here').length)
    await sleep(10)
  }
  appendFileSync(path, row(1, 'still there'))
  await follower.sees('still there')
  await follower.interrupt()
})
