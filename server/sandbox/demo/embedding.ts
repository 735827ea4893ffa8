import { termsOf } from './synonyms.ts'
import { contentWordsOf, languageOf } from './words.ts'

export const defaultDimensions = 256

/** Letter sequences, stems and synonym groups are hashed to dimensions, so similar texts have similar vectors. */
export function embed(text: string, dimensions = defaultDimensions): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const [feature, { length: count }] of Map.groupBy(featuresOf(text), (feature) => feature)) {
    const hash = hashOf(feature)
    const at = (hash >>> 1) % dimensions
    // Whole words weigh more than parts. The logarithm dampens repetition.
    const weight = (feature.startsWith('=') ? 3 : 0.5) * (1 + Math.log(count))
    vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight)
  }
  const norm = Math.hypot(...vector)
  // A vector of zeros breaks indexes, so an empty text gets a fixed direction.
  return norm === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / norm)
}

function featuresOf(text: string): string[] {
  const grams = contentWordsOf(text).flatMap((word) =>
    [3, 4, 5].flatMap((size) => {
      const count = Math.max(0, word.length + 3 - size)
      return Array.from({ length: count }, (_, at) => `<${word}>`.slice(at, at + size))
    }),
  )
  const terms = termsOf(text, languageOf(text))
  const words = terms.flatMap(({ stem, groups }) => [`=${stem}`, ...groups.map((each) => `=#${each}`)])
  return [...grams, ...words]
}

/** FNV-1a with a final mix, so that the low bits are as random as the high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
