import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/** Ctrl+/ focuses the input from anywhere on the page. */
export function useInputKey(input: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === '/' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        input.current?.focus()
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [input])
}

export function jumpBetweenQuestions(event: KeyboardEvent<HTMLElement>) {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) {
    return
  }
  event.preventDefault()
  const questions = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-visitor')]
  const here = questions.findIndex((question) => question.contains(document.activeElement))
  const next =
    event.key === 'ArrowUp' ? questions.at(here === -1 ? -1 : Math.max(here - 1, 0)) : questions[here + 1]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}
