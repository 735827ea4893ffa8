import type { Json } from '#server/engine/inputs.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

/** The first code fence of a text, or the whole text. */
export function insideFence(text: string): string {
  return /```[\w-]*\s*\n([\s\S]*?)```/.exec(text)?.[1] ?? text
}

/**
 * The JSON in a model's answer, as models write it: in a code fence, between sentences, with commas too many, quotes of
 * typography, line breaks inside texts, or broken off before its brackets were closed. Undefined when there is none.
 */
export function readJson(text: string): Json | undefined {
  for (const candidate of [text, insideFence(text), between(insideFence(text)), between(text)]) {
    const value = parse(candidate) ?? parse(repair(candidate))
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

function parse(text: string): Json | undefined {
  try {
    return parseBoundedJson(text) as Json
  } catch {
    return undefined
  }
}

const closing: Record<string, string> = { '{': '}', '[': ']' }
/** A text in either kind of quotes, perhaps broken off, or one character beside texts. */
const token = /"(?:\\[\s\S]|[^"\\])*(?:"|$)|“(?:\\[\s\S]|[^”\\])*(?:”|$)|[\s\S]/g

/** Token by token, so that nothing inside a text is taken for structure. */
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

/** Line breaks as JSON wants them, and quotes at both ends. */
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
