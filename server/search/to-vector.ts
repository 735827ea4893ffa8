/** Limits of PostgreSQL's tsvector; ours is lower for repetitions, which hardly count from there on. */
const MAX_PLACE = 16_383
const MAX_PLACES = 32

/**
 * Text of a tsvector with these words in their order. Not by PostgreSQL's parser, which has its own idea of words such as
 * "1e5".
 */
export function toVector(words: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [place, word] of words.entries()) {
    const known = places.get(word) ?? []
    places.set(word, known)
    if (known.length < MAX_PLACES) {
      known.push(Math.min(place + 1, MAX_PLACE))
    }
  }
  return [...places].map(([word, each]) => `'${word}':${each.join(',')}`).join(' ')
}
