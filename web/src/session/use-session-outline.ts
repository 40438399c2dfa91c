import { useEffect } from 'react'
import { api } from '../api.js'
import { useAsked } from '../use-asked.js'
import { tellTitle } from './session-title.js'

/** For pages that need the outline only for the title: it is short, and the server has the session open. */
export function useSessionOutline(sessionKey: string, leaf = '') {
  const outline = useAsked(`${sessionKey} ${leaf}`, asking =>
    api.outline(sessionKey, { leaf }, { signal: asking.signal }),
  )
  const title = outline.value?.session.title
  const isHere = outline.value !== undefined
  useEffect(() => {
    if (isHere) tellTitle(sessionKey, title)
  }, [sessionKey, title, isHere])
  return outline
}
