import { toAppError } from '#client/api/errors.ts'
import { useErrorText } from '#client/texts/use-sentence.ts'

/** What the server said, else the specification's fallback (§8). */
export function useWords() {
  const errorText = useErrorText()
  return (error: unknown, fallback: string) =>
    toAppError(error).message === 'Could not reach the server. Try again in a moment.'
      ? fallback
      : errorText(error)
}
