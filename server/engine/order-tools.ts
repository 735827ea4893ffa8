/** Orders tools: reading first, then writing, then all others; stable within each group. */
export function orderTools<Named extends { name: string }>(tools: readonly Named[]): Named[] {
  return tools.toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
}

function rankOf(name: string) {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
  const has = (...target: string[]) => target.some((word) => words.includes(word))
  return has('read', 'get') ? 0 : has('write', 'post') ? 1 : 2
}
