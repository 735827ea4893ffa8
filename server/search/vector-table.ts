import { createBitScan } from './bit-scan.ts'
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
const SECOND_PASS = { min: 2_000, share: 0.02 }

type Columns = { numbers: Float64Array; hashes: Buffer; size: number }

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
  const columns = createColumns(capacity)
  const scan = createBitScan(capacity, words)

  function add({ number, hash, bytes }: VectorRow) {
    scan.write(columns.size, toWords(bytes))
    append(columns, number, hash)
  }

  function rowAt(place: number): VectorRow {
    return { ...idAt(columns, place), bytes: Buffer.from(scan.read(place).buffer) }
  }

  function nearest(vector: ArrayLike<number>, count: number, isAllowed?: IsAllowed): NearVector[] {
    const { size, numbers } = columns
    const places = scan.closest(toWords(toBits(vector, center)), {
      size,
      count: Math.max(count, SECOND_PASS.min, Math.ceil(size * SECOND_PASS.share)),
      ...(isAllowed && { isAllowed: (place) => isAllowed(numbers[place] as number) }),
    })
    // With the bits as +1 and -1, the product with the centered query has the order of the sum over the ones.
    const centered = Float32Array.from(center, (value, place) => (vector[place] ?? 0) - value)
    return best(places, scan.weigh(places, centered), count).map(({ place }) => idAt(columns, place))
  }

  return {
    isExact: false,
    bytes: scan.bytes + bytesOf(capacity),
    get size() {
      return columns.size
    },
    numberAt: (place) => columns.numbers[place] as number,
    ...{ add, rowAt, nearest, copy: (from, place) => add(from.rowAt(place)) },
  }
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
  return { numbers: new Float64Array(capacity), hashes: Buffer.alloc(capacity * HASH_BYTES), size: 0 }
}

const bytesOf = (capacity: number) => capacity * (HASH_BYTES + 8)

function append(columns: Columns, number: number, hash: Buffer) {
  columns.numbers[columns.size] = number
  hash.copy(columns.hashes, columns.size * HASH_BYTES)
  columns.size += 1
}

function idAt({ numbers, hashes }: Columns, place: number) {
  const hash = hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)
  return { number: numbers[place] as number, hash: Buffer.from(hash) }
}

function allowedPlaces({ numbers, size }: Columns, isAllowed?: IsAllowed): Uint32Array {
  const all = Uint32Array.from({ length: size }, (_, place) => place)
  return isAllowed ? all.filter((place) => isAllowed(numbers[place] as number)) : all
}

/** Copied, because a database's buffer need not be aligned. */
function toWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer)
}
