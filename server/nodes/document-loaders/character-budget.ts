import { AppError } from '#shared/errors.ts'

/** The limit of a single file, applied to all documents of one loader. */
const maxCharacters = 50_000_000

/** The returned function throws TOO_LARGE. */
export function characterBudget(max = maxCharacters) {
  let characters = 0
  return (text: string) => {
    characters += text.length
    if (characters > max) {
      throw new AppError(
        'TOO_LARGE',
        `There are more than ${max / 1_000_000} million letters to read. Read fewer documents.`,
      )
    }
  }
}
