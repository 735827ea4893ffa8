import { createBitRows, ROW_WORDS } from './bit-distances.ts'
import { fromBytes, toBits } from './vector-bytes.ts'

type VectorRow = { number: number; hash: Buffer; bytes: Buffer }
/** With its cosine where the table is exact. */
type NearVector = { number: number; hash: Buffer; score?: number }
type IsAllowed = (number: number) => boolean

/** The vectors of one index in memory. Filled row by row, then searched. */
export type VectorTable = {
  readonly isExact: boolean
  readonly size: number
  readonly bytes: number
  add(row: VectorRow): void
  /** A row of another table of the same kind, without reading it again. */
  copy(from: VectorTable, place: number): void
  rowAt(place: number): VectorRow
  numberAt(place: number): number
  /** Best first. */
  nearest(vector: ArrayLike<number>, count: number, isAllowed?: IsAllowed): NearVector[]
}

const HASH_BYTES = 16
/** Vectors of the first pass that take part in the second. */
const SECOND_PASS = { min: 1_000, share: 0.01 }

type Columns = { numbers: Float64Array; hashes: Buffer; places: Uint32Array; size: number }

/** Whole vectors: exact, for small indexes. */
export function createExactTable(capacity: number, dimensions: number): VectorTable {
  const columns = createColumns(capacity)
  const values = new Float32Array(capacity * dimensions)

  function add({ number, hash, bytes }: VectorRow) {
    const vector = fromBytes(bytes)
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
    const start = columns.size * dimensions
    for (let place = 0; place < dimensions; place += 1) {
      values[start + place] = norm === 0 ? 0 : (vector[place] ?? 0) / norm
    }
    append(columns, number, hash)
  }

  function rowAt(place: number): VectorRow {
    const vector = values.subarray(place * dimensions, (place + 1) * dimensions)
    return { ...idAt(columns, place), bytes: Buffer.from(vector.slice().buffer) }
  }

  function nearest(vector: ArrayLike<number>, count: number, isAllowed?: IsAllowed): NearVector[] {
    const norm = Math.sqrt(Array.from(vector).reduce((sum, value) => sum + value * value, 0)) || 1
    const query = Float32Array.from(vector, (value) => value / norm)
    const places = allowedPlaces(columns, isAllowed)
    const scores = new Float32Array(places.length)
    for (let index = 0; index < places.length; index += 1) {
      const start = (places[index] as number) * dimensions
      let dot = 0
      for (let place = 0; place < dimensions; place += 1) {
        dot += (query[place] as number) * (values[start + place] as number)
      }
      scores[index] = dot
    }
    return best(places, scores, count).map(({ place, score }) => ({ ...idAt(columns, place), score }))
  }

  return {
    isExact: true,
    bytes: values.byteLength + bytesOf(capacity),
    get size() {
      return columns.size
    },
    numberAt: (place) => columns.numbers[place] as number,
    ...{ add, rowAt, nearest, copy: (from, place) => add(from.rowAt(place)) },
  }
}

/**
 * One bit per dimension. A first pass compares the first 256 bits of all vectors; a second estimates the product of the
 * whole query with all bits of the best. The result is a list of candidates, to be scored with their whole vectors.
 */
export function createBitTable(
  capacity: number,
  space: { dimensions: number; center: Float32Array },
): VectorTable {
  const { center } = space
  const words = Math.ceil(space.dimensions / 32)
  const prefixWords = Math.min(words, ROW_WORDS)
  const restWords = words - prefixWords
  const columns = createColumns(capacity)
  const prefixes = createBitRows(capacity)
  const rests = new Uint32Array(capacity * restWords)

  function add({ number, hash, bytes }: VectorRow) {
    const bits = toWords(bytes)
    prefixes.words.set(bits.subarray(0, prefixWords), columns.size * ROW_WORDS)
    rests.set(bits.subarray(prefixWords, words), columns.size * restWords)
    append(columns, number, hash)
  }

  function rowAt(place: number): VectorRow {
    const bits = new Uint32Array(words)
    bits.set(prefixes.words.subarray(place * ROW_WORDS, place * ROW_WORDS + prefixWords))
    bits.set(rests.subarray(place * restWords, (place + 1) * restWords), prefixWords)
    return { ...idAt(columns, place), bytes: Buffer.from(bits.buffer) }
  }

  function nearest(vector: ArrayLike<number>, count: number, isAllowed?: IsAllowed): NearVector[] {
    const allowed = allowedPlaces(columns, isAllowed)
    const size = Math.max(count, SECOND_PASS.min, Math.ceil(columns.size * SECOND_PASS.share))
    const close = allowed.length > size ? closest(allowed, vector, size) : allowed
    return best(close, estimate(close, vector), count).map(({ place }) => idAt(columns, place))
  }

  /** Places with the smallest Hamming distances of their prefixes. */
  function closest(places: Uint32Array, vector: ArrayLike<number>, count: number): Uint32Array {
    const query = toWords(toBits(vector, center)).subarray(0, prefixWords)
    const distances = prefixes.distancesFrom(query, columns.size)
    const found = new Uint32Array(ROW_WORDS * 32 + 1)
    for (let index = 0; index < places.length; index += 1) {
      const distance = distances[places[index] as number] as number
      found[distance] = (found[distance] as number) + 1
    }
    return within(places, { distances, found, count })
  }

  /** The product of the centered query with the bits as +1 and -1. */
  function estimate(places: Uint32Array, vector: ArrayLike<number>): Float32Array {
    const weights = byteWeights(vector, center, words * 4)
    const scores = new Float32Array(places.length)
    const prefixBytes = toByteView(prefixes.words)
    const restBytes = toByteView(rests)
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] as number
      let score = 0
      for (let byte = 0, at = place * ROW_WORDS * 4; byte < prefixWords * 4; byte += 1, at += 1) {
        score += weights[(byte << 8) | (prefixBytes[at] as number)] as number
      }
      for (let byte = prefixWords * 4, at = place * restWords * 4; byte < words * 4; byte += 1, at += 1) {
        score += weights[(byte << 8) | (restBytes[at] as number)] as number
      }
      scores[index] = score
    }
    return scores
  }

  return {
    isExact: false,
    bytes: prefixes.bytes + rests.byteLength + bytesOf(capacity),
    get size() {
      return columns.size
    },
    numberAt: (place) => columns.numbers[place] as number,
    ...{ add, rowAt, nearest, copy: (from, place) => add(from.rowAt(place)) },
  }
}

/** For every byte of the bits and every value of it, its part of the product. */
function byteWeights(vector: ArrayLike<number>, center: ArrayLike<number>, bytes: number): Float32Array {
  const weights = new Float32Array(bytes * 256)
  for (let byte = 0; byte < bytes; byte += 1) {
    const start = byte << 8
    let lowest = 0
    for (let bit = 0; bit < 8; bit += 1) {
      const place = byte * 8 + bit
      lowest -= (vector[place] ?? 0) - (center[place] ?? 0)
    }
    weights[start] = lowest
    for (let value = 1; value < 256; value += 1) {
      const bit = 31 - Math.clz32(value & -value)
      const place = byte * 8 + bit
      const without = weights[start + (value & (value - 1))] as number
      weights[start + value] = without + 2 * ((vector[place] ?? 0) - (center[place] ?? 0))
    }
  }
  return weights
}

/** All of these places within the distance that `count` of them reach. `distances` are of all places. */
function within(
  places: Uint32Array,
  { distances, found, count }: { distances: Uint16Array; found: Uint32Array; count: number },
): Uint32Array {
  let limit = 0
  let total = found[0] as number
  while (total < count && limit < found.length - 1) {
    limit += 1
    total += found[limit] as number
  }
  const close = new Uint32Array(total)
  let size = 0
  for (let index = 0; index < places.length; index += 1) {
    if ((distances[places[index] as number] as number) <= limit) {
      close[size] = places[index] as number
      size += 1
    }
  }
  return close.subarray(0, size)
}

/** The places with the best scores, best first. `scores` are in the order of `places`. */
function best(places: Uint32Array, scores: Float32Array, count: number) {
  const sorted = scores.slice().sort()
  const limit = sorted[Math.max(0, sorted.length - count)] ?? 0
  const found: { place: number; score: number }[] = []
  for (let index = 0; index < places.length; index += 1) {
    const score = scores[index] as number
    if (score >= limit) {
      found.push({ place: places[index] as number, score })
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, count)
}

function createColumns(capacity: number): Columns {
  const places = Uint32Array.from({ length: capacity }, (_, place) => place)
  return { numbers: new Float64Array(capacity), hashes: Buffer.alloc(capacity * HASH_BYTES), places, size: 0 }
}

const bytesOf = (capacity: number) => capacity * (HASH_BYTES + 8 + 4)

function append(columns: Columns, number: number, hash: Buffer) {
  columns.numbers[columns.size] = number
  hash.copy(columns.hashes, columns.size * HASH_BYTES)
  columns.size += 1
}

function idAt({ numbers, hashes }: Columns, place: number) {
  const hash = hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)
  return { number: numbers[place] as number, hash: Buffer.from(hash) }
}

function allowedPlaces({ numbers, places, size }: Columns, isAllowed?: IsAllowed): Uint32Array {
  const all = places.subarray(0, size)
  return isAllowed ? all.filter((place) => isAllowed(numbers[place] as number)) : all
}

function toByteView({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Copied, because a database's buffer need not be aligned. */
function toWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer)
}
