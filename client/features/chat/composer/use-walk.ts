import { useState } from 'react'

/** Steps through what was asked before: -1 is further back. Undefined is the present, where the new text stands. */
export function walk(length: number, place: number | undefined, step: -1 | 1): number | undefined {
  if (length === 0) {
    return undefined
  }
  const next = (place ?? length) + step
  return next >= length ? undefined : Math.max(next, 0)
}

/**
 * The arrow keys in an empty field bring back earlier questions. One that has been changed is a new text, in which the
 * keys move the cursor again. Gives undefined where the key is not ours.
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
