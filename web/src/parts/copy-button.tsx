import { useState } from 'react'

/** Says that it was done in its own place, for as long as one looks. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
    setTimeout(() => setState('ready'), 1500)
  }
  return (
    <button type="button" className="button small" onClick={() => void copy()}>
      {state === 'ready' ? label : state === 'copied' ? 'Copied' : 'Not allowed'}
    </button>
  )
}
