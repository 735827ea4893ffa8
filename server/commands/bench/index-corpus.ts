/** Invented documents and embeddings for the index's bench, the same in every run. */

const TOPICS = 400
const VOCABULARY = 40_000
const TOPIC_WORDS = 80
const WORDS = { min: 80, max: 140 }
const QUERY_WORDS = 7
/** Embeddings of real texts vary along a few dozen directions, each less than the one before, and a little along all. */
const DIRECTIONS = 96

const syllables = [
  'ka',
  'lem',
  'to',
  'ri',
  'san',
  'de',
  'mur',
  'pel',
  'go',
  'nit',
  'ba',
  'sor',
  'hu',
  'ven',
  'chi',
  'lor',
]

export type Random = () => number

/** Mulberry32: uniform in [0, 1). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Box-Muller. */
function normalFrom(random: Random): Random {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export function createCorpus(dimensions: number, seed = 7) {
  const random = randomFrom(seed)
  const normal = normalFrom(random)
  const vectors = Float32Array.from({ length: DIRECTIONS * dimensions }, normal)
  const spread = Float32Array.from({ length: DIRECTIONS }, (_, place) => 1 / Math.sqrt(1 + place / 6))
  const shared = Float32Array.from({ length: dimensions }, normal)
  const topics = Array.from({ length: TOPICS }, () => ({
    words: Array.from({ length: TOPIC_WORDS }, () => Math.floor(VOCABULARY * random() ** 1.5)),
    center: Float32Array.from(spread, (width) => width * normal()),
  }))

  /** Zipf's law, as words of real texts follow. */
  const commonWord = () => Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1

  function chunk() {
    const topic = topics[Math.floor(TOPICS * random() ** 1.3)] as (typeof topics)[number]
    const length = WORDS.min + Math.floor(random() * (WORDS.max - WORDS.min))
    const words = Array.from({ length }, () =>
      random() < 0.3 ? (topic.words[Math.floor(random() * TOPIC_WORDS)] as number) : commonWord(),
    )
    const place = topic.center.map((value, at) => 0.7 * value + 0.7 * (spread[at] as number) * normal())
    return { text: words.map(spell).join(' '), place }
  }

  /** A question about a chunk: some of its words, some others, and a point close to it. */
  function question({ text, place }: ReturnType<typeof chunk>) {
    const all = text.split(' ')
    const words = Array.from({ length: QUERY_WORDS }, (_, at) =>
      at < 5 ? (all[Math.floor(random() * all.length)] as string) : spell(commonWord()),
    )
    const near = place.map((value, at) => value + 0.5 * (spread[at] as number) * normal())
    return { words: words.join(' '), vector: embed(near) }
  }

  function embed(place: Float32Array): Float32Array {
    const vector = Float32Array.from(shared, (value) => value * 0.8 + 0.3 * normal())
    for (let direction = 0; direction < DIRECTIONS; direction += 1) {
      const by = place[direction] as number
      for (let at = 0; at < dimensions; at += 1) {
        vector[at] = (vector[at] as number) + by * (vectors[direction * dimensions + at] as number)
      }
    }
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }

  return { chunk, question, embed }
}

function spell(word: number): string {
  let rest = word + 17
  let spelt = ''
  while (rest > 0) {
    spelt += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return spelt
}
