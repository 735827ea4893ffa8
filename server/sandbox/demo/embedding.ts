import { termsOf } from './synonyms.ts'
import { languageOf, tellingWordsOf } from './words.ts'

export const usualDimensions = 256

/**
 * A deterministic embedding: every letter sequence of three to five, every stem and every group of synonyms falls on a
 * dimension by its hash. Texts that share words, forms of them or synonyms lie near each other.
 */
export function embed(text: string, dimensions = usualDimensions): number[] {
  const counts = new Map<string, number>()
  for (const feature of featuresOf(text)) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const vector = new Array<number>(dimensions).fill(0)
  for (const [feature, count] of counts) {
    const hash = hashOf(feature)
    const sign = hash & 1 ? 1 : -1
    // A whole word tells more than a part of one; the tenth time tells little more than the first.
    const weight = (feature.startsWith('=') ? 3 : 0.5) * (1 + Math.log(count))
    vector[(hash >>> 1) % dimensions] = (vector[(hash >>> 1) % dimensions] ?? 0) + sign * weight
  }
  return normalise(vector)
}

function featuresOf(text: string): string[] {
  const grams = tellingWordsOf(text).flatMap((word) => {
    const padded = `<${word}>`
    return [3, 4, 5].flatMap((size) =>
      Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, at) => padded.slice(at, at + size)),
    )
  })
  const terms = termsOf(text, languageOf(text))
  return [
    ...grams,
    ...terms.flatMap(({ stem, groups }) => [`=${stem}`, ...groups.map((group) => `=#${group}`)]),
  ]
}

/** FNV-1a, then mixed so that its last bits are as good as its first. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}

/** An empty text has no direction; it is given one, since a vector of zeros breaks every index. */
function normalise(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length)
}
