import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { Failure } from './failure-card.tsx'

/**
 * Text for a failed run. Server messages are English and more specific than the code, so other languages show them
 * as a detail below the translated title.
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
