import { createContext, type FocusEvent, use, useCallback, useEffect, useRef, useState } from 'react'

const pauseMs = 300

/**
 * Keeps typed text until a pause, Enter or blur commits it. `commit` returns false while the text is not a valid value; it
 * then stays a draft.
 */
export function useDraft(stored: string, commit: (text: string) => boolean | undefined) {
  const [draft, setDraft] = useState<string>()
  const [bad, setBad] = useState(false)
  const pending = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const commitLatest = useRef(commit)
  commitLatest.current = commit
  const drafts = useDrafts()

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const text = pending.current
    if (text === undefined) {
      return
    }
    pending.current = undefined
    setBad(commitLatest.current(text) === false)
  }, [])

  useEffect(() => {
    drafts.add(flush)
    return () => {
      flush()
      drafts.delete(flush)
    }
  }, [drafts, flush])

  // Another source, such as undo, has changed the value: the draft is outdated.
  const seen = useRef(stored)
  useEffect(() => {
    if (seen.current !== stored) {
      seen.current = stored
      if (pending.current === undefined && !control.current?.contains(document.activeElement)) {
        setDraft(undefined)
        setBad(false)
      }
    }
  }, [stored])

  const control = useRef<HTMLElement>(undefined)
  return {
    text: draft ?? stored,
    bad,
    flush,
    change(text: string) {
      setDraft(text)
      pending.current = text
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, pauseMs)
    },
    focus: {
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        control.current = currentTarget
      },
      onBlur: () => {
        control.current = undefined
        flush()
        // Invalid text stays for correction; valid text is replaced by the stored value.
        setBad((isBad) => {
          if (!isBad) {
            setDraft(undefined)
          }
          return isBad
        })
      },
    },
  }
}

const DraftContext = createContext<Set<() => void>>(new Set())

/** Collects fields with unsaved drafts, so that they can be flushed together before a save. */
export const DraftHolder = DraftContext

/** Flush functions of fields with unsaved text. */
function useDrafts(): Set<() => void> {
  return use(DraftContext)
}
