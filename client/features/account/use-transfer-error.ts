import { toAppError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'

/**
 * Translates a server message about a file or one of its items. Unknown messages stay as they are, also in other
 * languages: they name the faulty item, which the generic message of the error class does not.
 */
export function useFileSentence() {
  const { said } = useTexts().transfer
  const find = useSentence()
  return (sentence: string) => {
    const found = find(sentence)
    return found === sentence ? said(sentence) : found
  }
}

export function useTransferError() {
  const describe = useFileSentence()
  return (error: unknown) => describe(toAppError(error).message)
}
