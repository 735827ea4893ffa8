import { AppError } from '#shared/errors.ts'

/** For all documents of one loader: the limit of a single file. */
const mostLetters = 50_000_000

/** Counts the characters a loader has read. The returned function throws TOO_LARGE. */
export function letterBudget(most = mostLetters) {
  let letters = 0
  return (text: string) => {
    letters += text.length
    if (letters > most) {
      throw new AppError(
        'TOO_LARGE',
        `There are more than ${most / 1_000_000} million letters to read. Read fewer documents.`,
      )
    }
  }
}
