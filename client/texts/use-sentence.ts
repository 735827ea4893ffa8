import { toAppError } from '#client/api/errors.ts'
import { useLanguage, useTexts } from './texts.tsx'

/** A sentence of a shared schema or of the server, in the language shown; one that is not in the catalogue stays as it came. */
export function useSentence() {
  const { errors } = useTexts()
  return (sentence: string) => errors.sentences[sentence] ?? sentence
}

/**
 * What to say about anything a query or mutation threw. The server speaks English, and knows more than a code says; other
 * languages fall back on the code.
 */
export function useErrorText() {
  const { errors } = useTexts()
  const [language] = useLanguage()
  return (error: unknown) => {
    const { code, message } = toAppError(error)
    return errors.sentences[message] ?? (language === 'en' ? message : errors.byCode[code])
  }
}
