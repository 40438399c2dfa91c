// Patterns that are looked for as they are written, in a worker that can be ended: a pattern can take forever.

import { Worker } from 'node:worker_threads'
import type { Span } from '../../catalog/query/matcher.js'
import type { Question } from '../../catalog/query/question.js'
import { wordsIn } from '../../catalog/query/words.js'
import type { TextTest } from '../../catalog/scan.js'
import { InputError } from '../../format/error.js'

export interface PatternSearch {
  readonly test: TextTest
  /** Texts that were not looked at, because the time was over. */
  readonly unread: () => number
  close(): Promise<void>
}

const MOST_SPANS = 50

const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const pattern = new RegExp(workerData.source, workerData.flags)
parentPort.on('message', texts => {
  parentPort.postMessage(texts.map(text => {
    const spans = []
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null && spans.length < ${MOST_SPANS}; match = pattern.exec(text)) {
      spans.push({ start: match.index, end: match.index + match[0].length })
      if (match[0] === '') pattern.lastIndex++
    }
    return spans.length === 0 ? undefined : spans
  }))
})
`

/** `deadlineMs`: for all texts together. */
export function patternSearch(source: string, flags: string, deadlineMs: number): PatternSearch {
  try {
    new RegExp(source, flags)
  } catch (error) {
    throw new InputError(
      'usage',
      `not a valid regular expression: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const worker = new Worker(CODE, { eval: true, workerData: { source, flags } })
  worker.unref()
  let left = deadlineMs
  let unread = 0
  return {
    async test(texts) {
      if (texts.length === 0) return []
      const begun = performance.now()
      const answer = left <= 0 ? undefined : await answerOf(worker, texts, left)
      left -= performance.now() - begun
      if (answer) return answer
      left = 0
      unread += texts.length
      await worker.terminate()
      return texts.map(() => undefined)
    },
    unread: () => unread,
    close: async () => {
      await worker.terminate()
    },
  }
}

/** Undefined where the time is over. */
function answerOf(
  worker: Worker,
  texts: readonly string[],
  ms: number,
): Promise<readonly (readonly Span[] | undefined)[] | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => resolve(undefined)), ms)
    const end = (act: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (spans: readonly (readonly Span[] | undefined)[]): void => end(() => resolve(spans))
    const onError = (error: Error): void => end(() => reject(error))
    const onExit = (): void => end(() => resolve(undefined))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(texts)
  })
}

/** So that every character stands for itself. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * Words that every text with this literal has: those that it holds whole. The first and the last may be parts of longer
 * ones; these say nothing.
 */
export function wordsOfLiteral(text: string): Question['all'] {
  const words = [...wordsIn(text)]
  return words
    .filter(({ start, end }) => start > 0 && end < text.length)
    .map(({ token }) => [{ kind: 'phrase', text: token, isPrefix: false }])
}

/** The same of a pattern, where its words can be told without understanding all of it. */
export function wordsOfPattern(source: string): Question['all'] {
  // Alternatives, groups, classes and repetitions make what stands in them optional; then nothing is told.
  if (/[|()[\]{}?*+\\]/.test(source)) return []
  return wordsOfLiteral(source.replace(/[.^$]/g, ' '))
}
