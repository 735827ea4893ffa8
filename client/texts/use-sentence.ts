import { toAppError } from '#client/api/errors.ts'
import { useLanguage, useTexts } from './texts.tsx'

/** A sentence of a shared schema or of the server, in the language shown; one that is not in the catalogue stays as it came. */
export function useSentence() {
  const find = useCatalogue()
  return (sentence: string) => find(sentence) ?? sentence
}

/**
 * What to say about anything a query or mutation threw. The server speaks English, and knows more than a code says; other
 * languages fall back on the code.
 */
export function useErrorText() {
  const { errors } = useTexts()
  const find = useCatalogue()
  const [language] = useLanguage()
  return (error: unknown) => {
    const { code, message } = toAppError(error)
    return find(message) ?? (language === 'en' ? message : errors.byCode[code])
  }
}

/** Few sentences are known at the door (`errors`), all of them inside. */
function useCatalogue() {
  const { errors, translated } = useTexts()
  return (sentence: string): string | undefined => errors.sentences[sentence] ?? translated?.(sentence)
}
