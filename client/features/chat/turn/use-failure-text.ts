import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Failure } from './failure-card.tsx'

/**
 * What to say about a failed run. The server speaks English and knows more than a code says: in other languages its
 * sentence stands below ours.
 */
export function useFailureText({ code, message }: Failure): { title: string; detail: string | undefined } {
  const { errors } = useTexts()
  const [language] = useLanguage()
  const translated: string | undefined = errors.sentences[message]
  if (translated || language === 'en') {
    return { title: translated ?? message, detail: undefined }
  }
  const byCode: Record<string, string | undefined> = errors.byCode
  const title = byCode[code]
  return title ? { title, detail: message } : { title: message, detail: undefined }
}
