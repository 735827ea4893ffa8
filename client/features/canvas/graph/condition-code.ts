const commentOrText =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const returned = /\breturn\s*\(?\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g

/** The quoted values that a function returns, each once, in the order of the code. What is commented out does not count. */
export function returnedNames(code: string): string[] {
  const bare = code.replace(commentOrText, (_, quoted: string | undefined) => quoted ?? '')
  const names = [...bare.matchAll(returned)].map(([, , name = '']) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

/** A port's name made from its label: `Order status` becomes `orderStatus`. Accents go, as ids of ports never have them. */
export function camelName(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')
  const words = plain.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? []
  const [first = '', ...others] = words.map((word) => word.toLowerCase())
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
