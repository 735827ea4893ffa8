import { AppError } from '#shared/errors.ts'

/** Of all documents that one loader reads together: as many as a single file may have. */
const mostLetters = 50_000_000

/** Counts what has been read, wherever many documents come from elsewhere. What it gives throws TOO_LARGE. */
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
