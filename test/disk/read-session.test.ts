import { appendFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSource, peek, readRecords, readStandardInput, readWhole } from '../../src/disk/index.js'
import { parseSession } from '../../src/format/session.js'
import { put, row, tempFolder } from './temp-folder.js'

const text = `${row({ n: 1, text: 'äöü\u{1f600}' })}\n// note\n${row({ n: 2 })}{"cut":${row({ uuid: 'u', sessionId: 's' })}{"n":3}`

describe('readRecords', () => {
  it.each([1, 2, 3, 7, 64, 1 << 16])('finds the same as parsing the whole, in chunks of %i bytes', async chunkSize => {
    const path = put(join(tempFolder(), 'x.jsonl'), text)
    const parts: unknown[] = []
    const findings: unknown[] = []
    const outcome = await readRecords(
      path,
      { entry: entry => parts.push(entry), gap: gap => parts.push(gap), finding: finding => findings.push(finding) },
      { chunkSize },
    )
    const session = parseSession(new TextEncoder().encode(text))
    expect(outcome).toEqual({ bytes: session.bytes.length })
    expect(parts).toEqual(session.parts.map(({ ...part }) => ('index' in part ? { ...part, index: undefined } : part)))
    expect(findings).toEqual(session.findings)
  })

  it('tells its progress and stops at a signal', async () => {
    const path = put(join(tempFolder(), 'x.jsonl'), text)
    const stop = new AbortController()
    const seen: number[] = []
    const sink = { entry() {}, gap() {}, finding() {} }
    const onProgress = (bytes: number) => {
      seen.push(bytes)
      if (bytes === 30) stop.abort()
    }
    const reading = readRecords(path, sink, { chunkSize: 10, onProgress, signal: stop.signal })
    await expect(reading).rejects.toThrow('abort')
    expect(seen).toEqual([10, 20, 30])
  })
})

describe('readWhole, standard input and sources', () => {
  it('gives the bytes', async () => {
    const path = put(join(tempFolder(), 'x.jsonl'), text)
    expect(Buffer.from((await readWhole(path)).bytes).toString()).toBe(text)
    async function* input() {
      yield Buffer.from(text.slice(0, 5))
      yield Buffer.from(text.slice(5))
    }
    expect(Buffer.from(await readStandardInput(input())).toString()).toBe(text)
  })

  it('gives any part, or says that the file has changed', () => {
    const path = put(join(tempFolder(), 'x.jsonl'), 'abcdefgh')
    const source = openSource(path)
    expect([source.size, Buffer.from(source.read(2, 3)).toString()]).toEqual([8, 'cde'])
    truncateSync(path, 4)
    expect(() => source.read(2, 3)).toThrowError(expect.objectContaining({ code: 'file-changed', exitCode: 3 }))
    source.close()
    expect(() => openSource(join(path, 'x'))).toThrowError(expect.objectContaining({ code: 'file-vanished' }))
  })
})

describe('peek', () => {
  const numbers = (entries: readonly { value(): unknown }[]) => entries.map(entry => (entry.value() as { n: number }).n)

  it('sees all of a small file, the half line at its end excepted', () => {
    const path = put(join(tempFolder(), 'x.jsonl'), `${row({ n: 1 })}${row({ n: 2 }).trim()}\n{"n":`)
    expect(peek(path)).toMatchObject({ whole: true, tail: [], head: [{ offset: 0 }, {}] })
    expect(numbers(peek(path).head)).toEqual([1, 2])
  })

  it('sees whole records of both ends of a large one, none twice', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => row({ n }))
    const path = put(join(tempFolder(), 'x.jsonl'), lines.join(''))
    const length = lines[999]!.length
    for (let extra = 0; extra <= length; extra++) {
      const { head, tail, whole } = peek(path, { headBytes: 100, tailBytes: 2 * length + extra })
      expect(whole).toBe(false)
      expect(numbers(head)).toEqual([0, 1, 2, 3])
      expect(numbers(tail)).toEqual(extra === length ? [997, 998, 999] : [998, 999])
    }
    appendFileSync(path, '{"n":')
    expect(numbers(peek(path, { headBytes: 1, tailBytes: 2 * length }).tail)).toEqual([999])
  })

  it('sees nothing at an end whose line is longer than it looks', () => {
    const path = put(join(tempFolder(), 'x.jsonl'), row({ n: 1, text: 'x'.repeat(10_000) }))
    expect(peek(path, { headBytes: 100, tailBytes: 100 })).toMatchObject({ head: [], tail: [], size: 10_032 })
  })
})
