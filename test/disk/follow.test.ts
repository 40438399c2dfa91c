import {
  appendFileSync,
  closeSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FollowOptions, follow, tailPosition } from '../../src/disk/index.js'
import { openFilesIn } from '../open-files.js'
import { put, tempFolder } from './temp-folder.js'

interface Following {
  readonly path: string
  /** Numbers of the records told so far; `cut at i` where the file no longer held what was told. */
  readonly told: (number | string)[]
  readonly lines: number[]
  /** Waits until so many things were told, then a little longer: nothing more may come. */
  settled(count: number): Promise<void>
  stop(): Promise<void>
}

type WhenFinished = (stop: () => void | Promise<void>) => void

const record = (n: number, text = '') => `${JSON.stringify({ type: 'user', n, text })}\n`
const records = (...numbers: number[]) => numbers.map(n => record(n)).join('')

/** Until the test is finished, which in a concurrent one its context tells. */
function following(whenFinished: WhenFinished, content: string, options: Partial<FollowOptions> = {}): Following {
  const path = put(join(tempFolder(whenFinished), 'x.jsonl'), content)
  const told: (number | string)[] = []
  const lines: number[] = []
  const end = new AbortController()
  const sink = {
    entry(entry: { readonly length: number; readonly line: number }, bytes: Uint8Array, start: number) {
      told.push(JSON.parse(Buffer.from(bytes.subarray(start, start + entry.length)).toString()).n)
      lines.push(entry.line)
    },
    gap: (gap: { readonly reason: string }) => void told.push(gap.reason),
    finding: (finding: { readonly code: string }) => void told.push(finding.code),
    rewritten: (kept: number) => void told.push(`cut at ${kept}`),
    trouble: (finding: { readonly code: string }) => void told.push(finding.code),
  }
  const running = follow(path, sink, { pollMs: 20, signal: end.signal, ...options })
  const stop = () => {
    end.abort()
    return running
  }
  whenFinished(stop)
  const settled = async (count: number) => {
    for (let waited = 0; told.length < count && waited < 5_000; waited += 5) await sleep(5)
    await sleep(90)
  }
  return { path, told, lines, settled, stop }
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

describe.concurrent('follow', () => {
  it('tells what is there and what is appended', async ({ onTestFinished }) => {
    const { path, told, lines, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    appendFileSync(path, records(3, 4))
    await settled(4)
    expect(told).toEqual([1, 2, 3, 4])
    expect(lines).toEqual([1, 2, 3, 4])
  })

  it('waits for the rest of a record that is cut anywhere, also inside a character', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, '', { pollMs: 5 })
    const bytes = Buffer.from(record(1, '\u{1f600}ü') + record(2))
    for (const byte of bytes) {
      appendFileSync(path, Uint8Array.of(byte))
      await sleep(2)
    }
    await settled(2)
    expect(told).toEqual([1, 2])
  })

  it('tells a whole record whose line break is missing, once', async ({ onTestFinished }) => {
    const { path, told, lines, settled } = following(onTestFinished, records(1) + record(2).trim())
    await settled(2)
    expect(told).toEqual([1, 2])
    appendFileSync(path, record(3)) // glued to it
    await settled(4)
    appendFileSync(path, record(4))
    await settled(5)
    expect(told).toEqual([1, 2, 'line-glued', 3, 4])
    expect(lines).toEqual([1, 2, 2, 3])
  })

  it('begins at the end, or where somebody else has read to', async ({ onTestFinished }) => {
    const half = record(3).slice(0, 10)
    const atEnd = following(onTestFinished, records(1, 2) + half, { from: 'end' })
    const atOffset = following(onTestFinished, records(1, 2) + half, { from: record(1).length })
    await sleep(100)
    for (const { path } of [atEnd, atOffset]) appendFileSync(path, record(3).slice(10) + record(4))
    await atEnd.settled(2)
    await atOffset.settled(3)
    expect([atEnd.told, atOffset.told]).toEqual([
      [3, 4],
      [2, 3, 4],
    ])
    expect(tailPosition(atEnd.path)).toBe(records(1, 2, 3, 4).length)
    truncateSync(atEnd.path, record(1).length)
    appendFileSync(atEnd.path, records(2, 3, 5))
    await atEnd.settled(4)
    expect(atEnd.told).toEqual([3, 4, 'cut at 3', 5]) // what was there before is known, though it was not told
  })

  it('tells gaps and findings once', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, `${record(1)}oops\n${record(2)}`)
    await settled(4)
    expect(told).toEqual([1, 'garbage', 'line-garbage', 2])
    truncateSync(path, record(1).length)
    await sleep(60)
    appendFileSync(path, `oops\n${record(2)}oh\n`)
    await settled(6)
    expect(told.slice(4)).toEqual(['garbage', 'line-garbage'])
  })
})

describe.concurrent('a file that is cut', () => {
  it.for([true, false])(
    'and written again the same: nothing twice (seen in between: %s)',
    async (seen, { onTestFinished }) => {
      const { path, told, settled } = following(onTestFinished, records(1, 2, 3))
      await settled(3)
      truncateSync(path, record(1).length)
      if (seen) await sleep(80)
      appendFileSync(path, records(2, 3, 4))
      await settled(4)
      expect(told).toEqual([1, 2, 3, 4])
    },
  )

  it.for([true, false])(
    'and written on differently: told from the difference (seen in between: %s)',
    async (seen, { onTestFinished }) => {
      const { path, told, settled } = following(onTestFinished, records(1, 2, 3))
      await settled(3)
      truncateSync(path, record(1).length)
      if (seen) await sleep(80)
      appendFileSync(path, records(2, 7, 8, 9))
      await settled(7)
      expect(told).toEqual([1, 2, 3, 'cut at 2', 7, 8, 9])
    },
  )

  it('of its half line', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2) + record(3).slice(0, 8))
    await settled(2)
    truncateSync(path, records(1, 2).length)
    appendFileSync(path, records(5))
    await settled(3)
    expect(told).toEqual([1, 2, 5])
  })

  it('to nothing', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    truncateSync(path, 0)
    await sleep(60)
    appendFileSync(path, records(1, 2, 3))
    await settled(3)
    expect(told).toEqual([1, 2, 3])
  })

  it('or changed in place, with its size as it was', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2, 3))
    await settled(3)
    const fd = openSync(path, 'r+')
    writeSync(fd, record(5), record(1).length)
    closeSync(fd)
    await settled(6)
    expect(told).toEqual([1, 2, 3, 'cut at 1', 5, 3])
  })
})

describe.concurrent('a file that is replaced', () => {
  const replace = (path: string, content: string) => {
    writeFileSync(`${path}.new`, content)
    renameSync(`${path}.new`, path)
  }

  it('by the same and more', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    replace(path, records(1, 2, 3))
    await settled(3)
    appendFileSync(path, records(4))
    await settled(4)
    expect(told).toEqual([1, 2, 3, 4])
  })

  it('right after an append: the old file is read to its end first', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    appendFileSync(path, records(3))
    replace(path, records(1, 7))
    await settled(5)
    expect(told).toEqual([1, 2, 3, 'cut at 1', 7])
  })

  it('right after an append without a line break', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    appendFileSync(path, record(3).trim())
    replace(path, records(1, 7))
    await settled(5)
    expect(told).toEqual([1, 2, 3, 'cut at 1', 7])
  })

  it('after having been away', async ({ onTestFinished }) => {
    const { path, told, settled } = following(onTestFinished, records(1, 2))
    await settled(2)
    rmSync(path)
    await settled(3)
    put(path, records(1, 2, 3))
    await settled(4)
    expect(told).toEqual([1, 2, 'file-vanished', 3])
  })
})

describe('the end of following', () => {
  it('comes with the signal, and leaves no descriptor open', async () => {
    const { path, told, settled, stop } = following(onTestFinished, records(1))
    await settled(1)
    await stop()
    appendFileSync(path, records(2))
    await sleep(60)
    expect(told).toEqual([1])
  })

  it.skipIf(process.platform !== 'linux')('closes what it opened', async () => {
    for (let i = 0; i < 5; i++) {
      const { settled, stop, path } = following(onTestFinished, records(1))
      await settled(1)
      renameSync(put(`${path}.new`, records(1, 2)), path)
      await settled(2)
      await stop()
      expect(openFilesIn(dirname(path))).toBe(0)
    }
  })

  it('is immediate where the file cannot be read, and where the sink throws', async () => {
    const folder = tempFolder()
    const signal = new AbortController().signal
    const sink = { entry() {}, gap() {}, finding() {} }
    await expect(follow(folder, sink, { signal })).rejects.toMatchObject({ code: 'file-not-regular', exitCode: 3 })
    const path = put(join(folder, 'x.jsonl'), records(1))
    const entry = () => {
      throw new Error('enough')
    }
    await expect(follow(path, { ...sink, entry }, { signal })).rejects.toThrow('enough')
  })
})
