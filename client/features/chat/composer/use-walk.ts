import { useState } from 'react'

/** Steps through earlier questions; -1 is older. Undefined is the present, the new text. */
export function walk(length: number, place: number | undefined, step: -1 | 1): number | undefined {
  if (length === 0) {
    return undefined
  }
  const next = (place ?? length) + step
  return next >= length ? undefined : Math.max(next, 0)
}

/**
 * Arrow keys in an empty field recall earlier questions. An edited one counts as new text, so the keys move the
 * cursor again. Returns undefined for keys that are not handled.
 */
export function useWalk(questions: readonly string[]) {
  const [place, setPlace] = useState<number>()

  return (key: string, text: string): string | undefined => {
    const isUntouched = text === '' || (place !== undefined && text === questions[place])
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || !isUntouched || questions.length === 0) {
      return undefined
    }
    const from = text === '' ? undefined : place
    const next = walk(questions.length, from, key === 'ArrowUp' ? -1 : 1)
    setPlace(next)
    return next === undefined ? '' : questions[next]
  }
}
