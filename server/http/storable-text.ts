import { invalidInput } from '#shared/invalid-input.ts'
import { parseJson } from '#shared/json.ts'

/** JSON escapes that may encode NUL or half a surrogate pair. */
const suspectEscape = /\\u(0000|[dD][89a-fA-F])/

/**
 * Rejects NUL and lone surrogates, also inside JSON text, because PostgreSQL cannot store them and SQLite alters
 * them. Iterative, because callers choose the depth of an input. Throws INVALID_INPUT that names the field.
 */
export function requireStorableText(input: unknown) {
  const pending: { value: unknown; path: string }[] = [{ value: input, path: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      requireText(value, path)
      addAll(pending, insideJson(value, path))
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      addAll(pending, partsOf(value, path))
    }
  }
}

/** Spreading a hundred thousand parts as arguments would overflow the stack. */
function addAll<Item>(list: Item[], items: Iterable<Item>) {
  for (const item of items) {
    list.push(item)
  }
}

function requireText(text: string, path: string) {
  if (text.includes('\0') || !text.isWellFormed()) {
    const [field = ''] = path.split('.')
    throw invalidInput({ [field]: [`${path || 'The input'} contains characters that cannot be stored`] })
  }
}

function* partsOf(value: object, path: string) {
  for (const [key, part] of Object.entries(value)) {
    const name = Array.isArray(value) ? path : key
    yield { value: key, path: path || 'A field name' }
    yield { value: part as unknown, path: path === '' || Array.isArray(value) ? name : `${path}.${key}` }
  }
}

function* insideJson(text: string, path: string) {
  if (/^\s*[[{]/.test(text) && suspectEscape.test(text)) {
    // Text that is not JSON is left to the field's schema.
    yield { value: parseJson(text), path }
  }
}
