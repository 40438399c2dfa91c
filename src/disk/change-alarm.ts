// Sleeps until a file may have changed.
//
// Change notices only wake a poll up early: they get lost, come merged, and do not exist on every file system.

import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

export interface ChangeAlarm {
  /** Until the time is over, the folder reports a change of the file, or the signal comes. */
  sleep(ms: number): Promise<void>
  close(): void
}

/** Between two looks, however often the file changes: a busy writer is not answered with a busy reader. */
const BREATH = 15

/** Watches the folder, not the file: a watch on a file stays with it when another one takes its name. */
export function changeAlarm(path: string, signal: AbortSignal): ChangeAlarm {
  const name = basename(path)
  let rung = false
  let wake: (() => void) | undefined
  const ring = () => {
    rung = true
    wake?.()
  }
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) ring()
    })
    watcher.on('error', () => watcher?.close())
  } catch {
    // No watches left, or none on this file system: the poll does it alone.
  }
  signal.addEventListener('abort', ring)
  return {
    async sleep(ms) {
      await wait(Math.min(ms, BREATH), false)
      if (!rung) await wait(ms - BREATH, true)
      rung = false
    },
    close() {
      signal.removeEventListener('abort', ring)
      watcher?.close()
    },
  }

  async function wait(ms: number, untilRung: boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      wake = () => {
        if (untilRung || signal.aborted) resolve()
      }
      timer = setTimeout(resolve, Math.max(0, ms))
    })
    clearTimeout(timer)
    wake = undefined
  }
}
