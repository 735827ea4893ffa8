export type Candidate<Item> = { item: Item; vector: readonly number[] }

/**
 * Maximal marginal relevance: `lambda` 1 weighs nearness to the question, `lambda` 0 difference from the items
 * chosen before.
 */
export function chooseVaried<Item>(
  query: readonly number[],
  candidates: readonly Candidate<Item>[],
  { count, lambda }: { count: number; lambda: number },
): Item[] {
  const left = candidates.map(({ item, vector }) => ({ item, vector, near: cosine(query, vector), alike: 0 }))
  const chosen: Item[] = []
  while (chosen.length < count && left.length > 0) {
    const values = left.map(({ near, alike }) => lambda * near - (1 - lambda) * alike)
    const [best] = left.splice(values.indexOf(Math.max(...values)), 1)
    if (best) {
      chosen.push(best.item)
      for (const each of left) {
        each.alike = Math.max(each.alike, cosine(each.vector, best.vector))
      }
    }
  }
  return chosen
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0
    dot += value * other
    lengthA += value * value
    lengthB += other * other
  }
  const lengths = Math.sqrt(lengthA * lengthB)
  return lengths === 0 ? 0 : dot / lengths
}
