// The last words of a long session, while the rest of it is read: one can read on where one stopped, at once.

import { useLayoutEffect, useRef } from 'react'
import type { Progress } from '../../../src/actions/action.js'
import type { SessionEndReport } from '../../../src/actions/read/index.js'
import { Waiting } from '../parts/states.js'
import { ItemView } from './item-view.js'
import { placed } from './tool-view.js'

export function EndView({
  end,
  progress,
}: {
  readonly end: SessionEndReport
  readonly progress: Progress | undefined
}) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])
  return (
    <section className="transcript" ref={box} aria-label="The end of the session" tabIndex={0}>
      <div className="turns end-turns">
        <Waiting progress={progress} />
        {placed(end.turns).map(({ one: turn, place }) => (
          <article key={place} className="turn" aria-label="One of the last turns">
            {placed(turn.items).map(({ one, place: at }) => (
              <ItemView key={at} item={one} turn={0} isInner />
            ))}
          </article>
        ))}
      </div>
    </section>
  )
}
