import { AppError } from '#shared/errors.ts'

type Limits = {
  depth: number
  values: number
}

const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * Limits on depth and number of values are checked before parsing, because the text is untrusted. Throws
 * INVALID_INPUT or TOO_LARGE.
 */
export function readJson(text: string, limits: Limits): unknown {
  rejectExcess(text, limits)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'It is not valid JSON.', { cause })
  }
}

function rejectExcess(text: string, limits: Limits) {
  let depth = 0
  let values = 0
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charCodeAt(place)
    if (letter === QUOTE) {
      place = endOfString(text, place)
    }
    const opens = letter === OPEN_LIST || letter === OPEN_OBJECT
    depth += opens ? 1 : closing(letter)
    values += opens || letter === COMMA ? 1 : 0
    rejectOver(limits, depth, values)
  }
}

function closing(letter: number) {
  return letter === CLOSE_LIST || letter === CLOSE_OBJECT ? -1 : 0
}

function rejectOver(limits: Limits, depth: number, values: number) {
  if (depth > limits.depth) {
    throw new AppError('TOO_LARGE', 'It is nested too deeply.')
  }
  if (values > limits.values) {
    throw new AppError('TOO_LARGE', 'It holds too many values.')
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1)
  }
  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number) {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) {
    backslashes += 1
  }
  return backslashes % 2 === 1
}

/** Throws INVALID_INPUT for a key that would pollute a prototype. */
export function rejectPollution(value: unknown) {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'object' && next !== null) {
      if (Object.hasOwn(next, '__proto__')) {
        throw new AppError('INVALID_INPUT', 'It holds a key named __proto__.')
      }
      for (const inner of Object.values(next)) {
        left.push(inner)
      }
    }
  }
}
