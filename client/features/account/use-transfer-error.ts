import { toAppError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'

/**
 * A sentence of the server about a file or an item in it. It stays as it came where nothing better is known, also in other
 * languages: it names the item at fault, which the word for a whole class of errors does not.
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
  const say = useFileSentence()
  return (error: unknown) => say(toAppError(error).message)
}
