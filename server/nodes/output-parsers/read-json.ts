import type { Json } from '#server/engine/inputs.ts'
import { tryParseBoundedJson } from '#shared/json-depth.ts'

export function insideFence(text: string): string {
  return /```[\w-]*\s*\n([\s\S]*?)```/.exec(text)?.[1] ?? text
}

/**
 * Parses the JSON in a model's reply: in a code fence, between sentences, with trailing commas, typographic
 * quotes, line breaks in strings, or truncated. Undefined if there is none.
 */
export function readJson(text: string): Json | undefined {
  for (const candidate of [text, insideFence(text), between(insideFence(text)), between(text)]) {
    const value = (tryParseBoundedJson(candidate) ?? tryParseBoundedJson(repair(candidate))) as
      | Json
      | undefined
    if (value !== undefined) {
      return value
    }
  }
  return undefined
}

function between(text: string): string {
  const start = text.search(/[[{]/)
  if (start < 0) {
    return ''
  }
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  return end > start ? text.slice(start, end + 1) : text.slice(start)
}

const closing: Record<string, string> = { '{': '}', '[': ']' }
/** A string in straight or typographic quotes, perhaps truncated, or one character outside strings. */
const token = /"(?:\\[\s\S]|[^"\\])*(?:"|$)|“(?:\\[\s\S]|[^”\\])*(?:”|$)|[\s\S]/g

/** Works token by token, so that string contents are not taken for structure. */
function repair(text: string): string {
  const open: string[] = []
  let result = ''
  for (const [part] of text.matchAll(token)) {
    if (part === open.at(-1)) {
      open.pop()
      result = withoutComma(result) + part
    } else {
      open.push(...(closing[part] ?? ''))
      result += /^["“]/.test(part) ? repairText(part) : part
    }
  }
  return withoutComma(result) + open.reverse().join('')
}

/** Escapes line breaks and adds missing quotes. */
function repairText(part: string): string {
  const inner = part.slice(1).replace(/(?<!\\)["”]$/, '')
  return `"${inner
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '')
    .replace(/\t/g, '\\t')
    .replace(/(?<!\\)"/g, '\\"')}"`
}

function withoutComma(text: string): string {
  return text.replace(/,\s*$/, '')
}
