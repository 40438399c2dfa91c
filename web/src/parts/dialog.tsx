// Something in front of the page: takes the focus, gives it back, and goes with Escape.

import { type ReactNode, useEffect, useRef } from 'react'

export function Dialog({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const before = document.activeElement
    const element = box.current!
    element.querySelector<HTMLElement>('input, button, a')?.focus({ preventScroll: true })
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        latest.current()
      }
      if (event.key === 'Tab') keepInside(event, element)
    }
    element.addEventListener('keydown', press)
    const outside = (event: MouseEvent): void => {
      if (event.target === element.parentElement) latest.current()
    }
    element.parentElement!.addEventListener('mousedown', outside)
    return () => {
      element.removeEventListener('keydown', press)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div className="overlay">
      <dialog open className="box" aria-label={label} aria-modal="true" ref={box}>
        {children}
      </dialog>
    </div>
  )
}

function keepInside(event: KeyboardEvent, element: HTMLElement): void {
  const all = [...element.querySelectorAll<HTMLElement>('input, button, a[href], select, [tabindex="0"]')]
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return
  if (event.shiftKey && document.activeElement === first) last.focus()
  else if (!event.shiftKey && document.activeElement === last) first.focus()
  else return
  event.preventDefault()
}
