/** An empty text is no number, whereas `Number('')` is 0. */
const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const tests: Record<string, (actual: string, target: string) => boolean> = {
  Contains: (actual, target) => actual.includes(target),
  'Not Contains': (actual, target) => !actual.includes(target),
  'Start With': (actual, target) => actual.startsWith(target),
  'End With': (actual, target) => actual.endsWith(target),
  Is: (actual, target) => actual === target,
  'Is Not': (actual, target) => actual !== target,
  'Is Empty': (actual) => actual.trim() === '',
  'Is Not Empty': (actual) => actual.trim() !== '',
  'Equal To': (actual, target) => toNumber(actual) === toNumber(target),
  'Not Equal To': (actual, target) => toNumber(actual) !== toNumber(target),
  'Greater Than': (actual, target) => toNumber(actual) > toNumber(target),
  'Less Than': (actual, target) => toNumber(actual) < toNumber(target),
  'Greater Than or Equal To': (actual, target) => toNumber(actual) >= toNumber(target),
  'Less Than or Equal To': (actual, target) => toNumber(actual) <= toNumber(target),
}

/** An unknown operation is never fulfilled. */
export function fulfills(operation: string, actual: string, target: string): boolean {
  return tests[operation]?.(actual, target) ?? false
}

const commentOrText =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const returned = /\breturn\s*\(?\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g

/** Quoted return values of a function, unique and in code order. Comments are ignored. */
export function returnedNames(code: string): string[] {
  const bare = code.replace(commentOrText, (_, quoted: string | undefined) => quoted ?? '')
  const names = [...bare.matchAll(returned)].map(([, , name = '']) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

/**
 * Converts a label to a port name: `Order status` becomes `orderStatus`. Accents are removed, since port ids never
 * have them.
 */
export function camelName(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')
  const words = plain.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? []
  const [first = '', ...others] = words.map((word) => word.toLowerCase())
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
