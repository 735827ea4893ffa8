import { AppError } from './errors.ts'

type FieldErrors = Record<string, readonly string[] | undefined>

/** Further issues are counted instead of quoted; `details` has all of them. */
const MAX_SENTENCES = 5

/**
 * INVALID_INPUT with the issues of each field in the message and, by field, in `details`. A single message stays
 * unchanged, because clients translate by its text.
 */
export function invalidInput(fields: FieldErrors, cause?: unknown, general: readonly string[] = []) {
  const sentences = new Set([...general, ...Object.values(fields).flatMap((messages = []) => messages)])
  const [first = '', ...others] = sentences
  const message = others.length === 0 ? first : joinSentences([...sentences].map(toSentence))
  return new AppError('INVALID_INPUT', message, { details: fields, cause })
}

function joinSentences(sentences: readonly string[]) {
  const quoted = sentences.slice(0, MAX_SENTENCES)
  const rest = sentences.length - quoted.length
  return [...quoted, ...(rest > 0 ? [`${rest} more errors are in the details.`] : [])].join(' ')
}

function toSentence(text: string) {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
