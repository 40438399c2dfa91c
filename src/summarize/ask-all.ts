// Many questions to a summarizer: a few at a time, again after passing trouble, with what is known of the time left.
// An answer that fails is a value: whoever asked keeps what it had.

import { type Question, type Summarizer, SummaryFailed } from './summarizer.js'

export type Answer =
  | { readonly kind: 'text'; readonly text: string; readonly isStored: boolean }
  | { readonly kind: 'failed'; readonly reason: string }

/** Answers of earlier calls. */
export interface AnswerStore {
  get(question: Question): Promise<string | undefined>
  put(question: Question, answer: string): Promise<void>
}

export interface AskOptions {
  readonly signal: AbortSignal
  readonly store?: AnswerStore | undefined
  readonly onProgress?: ((progress: AskProgress) => void) | undefined
  /** Why a text is no answer to a question; undefined where it is one. Such a text is not kept. */
  readonly objection?: ((text: string) => string | undefined) | undefined
  /** How often one question is asked at most; 4 where absent. */
  readonly attempts?: number | undefined
  /** The first pause; each further one is twice as long. */
  readonly pauseMs?: number | undefined
}

export interface AskProgress {
  readonly done: number
  readonly of: number
  /** Undefined until something is known. */
  readonly secondsLeft: number | undefined
}

const ATTEMPTS = 4
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** In the order of the questions. Throws only where it is told to stop. */
export async function askAll(
  summarizer: Summarizer,
  questions: readonly Question[],
  options: AskOptions,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const started = Date.now()
  let next = 0
  let done = 0
  let asked = 0
  const tell = (): void => {
    const each = asked === 0 ? undefined : (Date.now() - started) / asked
    const left = each === undefined ? undefined : Math.ceil((each * (questions.length - done)) / 1000)
    options.onProgress?.({ done, of: questions.length, secondsLeft: left })
  }
  const work = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) {
      options.signal.throwIfAborted()
      const answer = await answerOf(summarizer, questions[at]!, options)
      answers[at] = answer
      done++
      if (!(answer.kind === 'text' && answer.isStored)) asked++
      tell()
    }
  }
  tell()
  const workers = Array.from({ length: Math.min(summarizer.concurrency, questions.length) }, work)
  // All of them: none is left running behind one that failed.
  const ends = await Promise.allSettled(workers)
  options.signal.throwIfAborted()
  const broken = ends.find(end => end.status === 'rejected')
  if (broken) throw broken.reason
  return answers
}

async function answerOf(summarizer: Summarizer, question: Question, options: AskOptions): Promise<Answer> {
  const { signal, store, attempts = ATTEMPTS, pauseMs = PAUSE_MS } = options
  const known = await store?.get(question)
  if (known !== undefined) return { kind: 'text', text: known, isStored: true }
  for (let attempt = 1; ; attempt++) {
    try {
      const text = (await summarizer.ask(question, signal)).trim()
      const objection = text === '' ? 'empty answer' : options.objection?.(text)
      if (objection !== undefined) return { kind: 'failed', reason: objection }
      await store?.put(question, text)
      return { kind: 'text', text, isStored: false }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof SummaryFailed)) throw error
      if (!error.isPassing || attempt >= attempts) return { kind: 'failed', reason: error.message }
      const pause = error.retryAfterMs ?? pauseMs * 2 ** (attempt - 1)
      await pauseFor(Math.min(pause, LONGEST_PAUSE_MS), signal)
    }
  }
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => {
      clearTimeout(timer)
      fail(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      done()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
