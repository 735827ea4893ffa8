import { toAppError } from '#client/api/errors.ts'
import { useErrorText } from '#client/texts/use-sentence.ts'

/** Message of the server, else the fallback of the product spec. */
export function useWords() {
  const errorText = useErrorText()
  return (error: unknown, fallback: string) =>
    toAppError(error).message === 'Could not reach the server. Try again in a moment.'
      ? fallback
      : errorText(error)
}
