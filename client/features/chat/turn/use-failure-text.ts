import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { Failure } from './failure-card.tsx'

/**
 * What to say about a failed run. The server speaks English and knows more than a code says: in other languages its
 * sentence stands below ours.
 */
export function useFailureText({ code, message }: Failure): { title: string; detail: string | undefined } {
  const { errors } = useTexts()
  const [language] = useLanguage()
  const translated = useSentence()(message)
  if (translated !== message || language === 'en') {
    return { title: translated, detail: undefined }
  }
  const byCode: Record<string, string | undefined> = errors.byCode
  const title = byCode[code]
  return title ? { title, detail: message } : { title: message, detail: undefined }
}
