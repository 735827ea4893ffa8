/** Flows nest a dozen levels, schemas of tools a few dozen. */
export const maxJsonDepth = 200

export const isTooDeepJson = (text: string) => jsonDepth(text, maxJsonDepth) > maxJsonDepth

const QUOTE = 34
const BACKSLASH = 92

/**
 * Nesting depth of lists and objects in a JSON text, counted without parsing it, because most code that walks
 * through parsed JSON recurses per level. Stops counting beyond `enough`. Text that is not JSON has a depth too.
 */
export function jsonDepth(text: string, enough = 1_000): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length && deepest <= enough; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code === 91 || code === 123) {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (code === 93 || code === 125) {
      depth -= 1
    }
  }
  return deepest
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1)
  }
  return end < 0 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote
  while (text.charCodeAt(at - 1) === BACKSLASH) {
    at -= 1
  }
  return (quote - at) % 2 === 1
}

/** Like `parseBoundedJson`; undefined for text that cannot be read. */
export function tryParseBoundedJson(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

/** `JSON.parse` for untrusted text. Too much nesting is a SyntaxError like any other unreadable text. */
export function parseBoundedJson(text: string): unknown {
  if (isTooDeepJson(text)) {
    throw new SyntaxError(`The JSON is nested more than ${maxJsonDepth} levels deep.`)
  }
  return JSON.parse(text)
}
