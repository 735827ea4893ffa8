import { requestIdOf, toAppError } from '#client/api/errors.ts'
import { useLanguage, useTexts } from './texts.tsx'

/** Translates a sentence of a shared schema or of the server; unknown sentences stay unchanged. */
export function useSentence() {
  const find = useCatalogue()
  return (sentence: string) => find(sentence) ?? sentence
}

/**
 * Text for any error of a query or mutation. Server messages are English and more specific than the code; other
 * languages fall back to the text of the code. An unexpected error names its request, so that users can quote it.
 */
export function useErrorText() {
  const { errors } = useTexts()
  const find = useCatalogue()
  const [language] = useLanguage()
  return (error: unknown) => {
    const { code, message } = toAppError(error)
    const text = find(message) ?? (language === 'en' ? message : errors.byCode[code])
    const requestId = code === 'INTERNAL' ? requestIdOf(error) : undefined
    return requestId === undefined ? text : `${text} (${requestId})`
  }
}

/** Before sign-in only the few sentences of `errors` are loaded, afterwards all. */
function useCatalogue() {
  const { errors, translated } = useTexts()
  return (sentence: string): string | undefined => errors.sentences[sentence] ?? translated?.(sentence)
}
