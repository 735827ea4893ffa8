import { AppError } from '#shared/errors.ts'
import { insideFence } from './read-json.ts'

type Cut = { separator: string; length?: number | undefined; label: string }

/**
 * `a, "b, c", d` → three values: a separator inside double quotes is text. Throws MODEL_OUTPUT unless there are
 * `length` values.
 */
export function splitList(text: string, { separator, length, label }: Cut): string[] {
  const values = cut(insideFence(text), separator)
    .map((part) => unquote(part.trim()))
    .filter((part) => part !== '')
  if (values.length === 0 || (length !== undefined && values.length !== length)) {
    throw new AppError(
      'MODEL_OUTPUT',
      `${label}: the answer has ${values.length} values instead of ${length ?? 'some'}.`,
    )
  }
  return values
}

function cut(text: string, separator: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (let at = 0; at < text.length; ) {
    const isCut = !isQuoted && separator !== '' && text.startsWith(separator, at)
    if (isCut) {
      parts.push('')
      at += separator.length
    } else {
      const character = text[at] ?? ''
      isQuoted = character === '"' ? !isQuoted : isQuoted
      parts[parts.length - 1] += character
      at += 1
    }
  }
  return isQuoted ? text.split(separator) : parts
}

function unquote(part: string): string {
  return part.length > 1 && part.startsWith('"') && part.endsWith('"') ? part.slice(1, -1).trim() : part
}
