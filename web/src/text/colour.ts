// Code in colours, by a worker: a page that is scrolled never waits for it. Long code stays as it is.

const LONGEST = 40_000
let worker: Worker | undefined
let asked = 0
const waiting = new Map<number, (html: string) => void>()

function colouring(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly html: string }>) => {
    waiting.get(data.id)?.(data.html)
    waiting.delete(data.id)
  })
  return worker
}

/** The code as spans with classes; as it is where its language is not known. */
export function coloured(code: string, language: string, use: (html: string) => void): () => void {
  if (code.length > LONGEST || language === '') return () => {}
  const id = ++asked
  waiting.set(id, use)
  colouring().postMessage({ id, code, language })
  return () => void waiting.delete(id)
}

/** The blocks of laid out Markdown that name their language. */
export function colourBlocks(box: HTMLElement | null): () => void {
  const ends = [...(box?.querySelectorAll<HTMLElement>('pre > code[class^="language-"]') ?? [])].map(block =>
    coloured(block.textContent ?? '', block.className.slice('language-'.length), html => {
      block.innerHTML = html
    }),
  )
  return () => {
    for (const end of ends) end()
  }
}
