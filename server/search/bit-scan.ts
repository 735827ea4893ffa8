/** bit-scan.wat, compiled. */
export const COMPILED =
  'AGFzbQEAAAABJwVgBH9/f38AYAN/f38AYAV/f39/fwBgA39/fwF+YAd/f39/f39/AAIRAQV0YWJsZQZtZW1vcnkCAAEDBgUAAQIDBAckBAdtZWFzdXJlAAAFdGFsbHkAAQZzZWxlY3QAAgV3ZWlnaAAECtkDBXUCBH4BfyAAKQMAIQQgACkDCCEFIAApAxAhBiAAKQMYIQcgASACQQV0aiEIAkADQCABIAhPDQEgAyABKQMAIASFeyABKQMIIAWFe3wgASkDECAGhXsgASkDGCAHhXt8fD0BACABQSBqIQEgA0ECaiEDDAALCws+AQJ/IAAgAUEBdGohAwJAA0AgACADTw0BIAIgAC8BAEECdGohBCAEIAQoAgBBAWo2AgAgAEECaiEADAALCwtVAQJ/AkADQCAFIAFPDQEgAC8BACEGIAYgAk0EQAJAIAYgAkYEQCADRQ0BIANBAWshAwsgBCAFNgIAIARBBGohBAsLIABBAmohACAFQQFqIQUMAAsLC2YBAn4CQANAIAAgAU8NASAAKQMAIQMgBCADe0IghiADIAIpAwCDe3wgAyACKQMIg3tCAYYgAyACKQMQg3tCAoYgAyACKQMYg3tCA4Z8fHx8IQQgAEEIaiEAIAJBIGohAgwACwsgBAtlAQN/IAAgAUECdGohBwJAA0AgACAHTw0BIAIgACgCAEEFdGohCCADIAAoAgAgBGxqIQkgBiAIIAhBIGogBRADIAkgCSAEaiAFQYABahADfDcDACAAQQRqIQAgBkEIaiEGDAALCws='

/** Of a row, read by the first pass: 256 bits. */
const HEAD_WORDS = 8
const PAGE_BYTES = 65_536
/** A distance that no row has. */
const EXCLUDED = HEAD_WORDS * 32 + 1
/** Of a weight. */
const LEVELS = 16

type Scan = {
  measure(query: number, heads: number, count: number, distances: number): void
  tally(distances: number, count: number, counts: number): void
  select(distances: number, count: number, limit: number, ties: number, places: number): void
  weigh(
    ...parameters: [
      ...[places: number, count: number],
      ...[heads: number, rests: number, restBytes: number],
      ...[weights: number, sums: number],
    ]
  ): void
}

/** Rows of bits in the memory of a WebAssembly module that searches them. `words` are of 32 bits. */
export function createBitScan(capacity: number, words: number) {
  const restBytes = Math.ceil(Math.max(0, words - HEAD_WORDS) / 2) * 8
  const { at, bytes } = layOut({
    query: HEAD_WORDS * 4,
    weights: (HEAD_WORDS / 2 + restBytes / 8) * 32,
    heads: capacity * HEAD_WORDS * 4,
    rests: capacity * restBytes,
    sums: capacity * 8,
    places: capacity * 4,
    counts: (EXCLUDED + 1) * 4,
    distances: capacity * 2,
  })
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
  const { exports } = new WebAssembly.Instance(compiled(), { table: { memory } })
  const scan = exports as Scan
  const viewOf = (start: number, length: number) => new Uint32Array(memory.buffer, start, length)
  const query = viewOf(at.query, HEAD_WORDS)
  const weightBits = viewOf(at.weights, (at.heads - at.weights) / 4)
  const counts = viewOf(at.counts, EXCLUDED + 1)
  const distances = new Uint16Array(memory.buffer, at.distances, capacity)
  const headAt = (place: number, length: number) => viewOf(at.heads + place * HEAD_WORDS * 4, length)
  const restAt = (place: number, length: number) => viewOf(at.rests + place * restBytes, length)
  const headWords = Math.min(words, HEAD_WORDS)

  function write(place: number, bits: Uint32Array) {
    headAt(place, headWords).set(bits.subarray(0, headWords))
    restAt(place, words - headWords).set(bits.subarray(headWords, words))
  }

  function read(place: number): Uint32Array {
    const bits = new Uint32Array(words)
    bits.set(headAt(place, headWords))
    bits.set(restAt(place, words - headWords), headWords)
    return bits
  }

  /**
   * Places of those of the first `size` rows whose first 256 bits differ least from these, `count` of them unless fewer are
   * allowed. Valid until the next call, like the result of `weigh`.
   */
  function closest(
    bits: Uint32Array,
    { size, count, isAllowed }: { size: number; count: number; isAllowed?: (place: number) => boolean },
  ): Uint32Array {
    query.set(bits.subarray(0, headWords))
    scan.measure(at.query, at.heads, size, at.distances)
    const excluded = isAllowed ? exclude(size, isAllowed) : 0
    const target = Math.min(count, size - excluded)
    if (target === 0) {
      return viewOf(at.places, 0)
    }
    counts.fill(0)
    scan.tally(at.distances, size, at.counts)
    let limit = 0
    let nearer = 0
    while (nearer + (counts[limit] as number) < target) {
      nearer += counts[limit] as number
      limit += 1
    }
    scan.select(at.distances, size, limit, target - nearer, at.places)
    return viewOf(at.places, target)
  }

  function exclude(size: number, isAllowed: (place: number) => boolean): number {
    let excluded = 0
    for (let place = 0; place < size; place += 1) {
      if (!isAllowed(place)) {
        distances[place] = EXCLUDED
        excluded += 1
      }
    }
    return excluded
  }

  /** For each of the places that `closest` has found, the sum of the weights of its ones, to four bits. */
  function weigh(places: Uint32Array, weights: Float32Array): Float32Array {
    const { lowest, step } = writeWeights(weights)
    const { length } = places
    scan.weigh(at.places, length, at.heads, at.rests, restBytes, at.weights, at.sums)
    const sums = viewOf(at.sums, length * 2)
    const weighed = new Float32Array(length)
    for (let index = 0; index < length; index += 1) {
      weighed[index] = lowest * (sums[2 * index + 1] as number) + step * (sums[2 * index] as number)
    }
    return weighed
  }

  function writeWeights(weights: Float32Array) {
    const lowest = weights.reduce((least, weight) => Math.min(least, weight), Number.POSITIVE_INFINITY)
    const highest = weights.reduce((most, weight) => Math.max(most, weight), Number.NEGATIVE_INFINITY)
    const step = (highest - lowest) / (LEVELS - 1) || 1
    weightBits.fill(0)
    for (let place = 0; place < weights.length; place += 1) {
      const level = Math.round(((weights[place] as number) - lowest) / step)
      const start = (place >> 6) * 8 + ((place >> 5) & 1)
      for (let bit = 0; bit < 4; bit += 1) {
        const word = start + bit * 2
        weightBits[word] = (weightBits[word] as number) | (((level >> bit) & 1) << (place & 31))
      }
    }
    return { lowest, step }
  }

  /** `bytes` without the rest of the last page of 64 KB. */
  return { bytes, write, read, closest, weigh }
}

/** Addresses of areas one after the other. Their sizes are multiples of eight, but for the last. */
function layOut<Name extends string>(sizes: Record<Name, number>) {
  const at = {} as Record<Name, number>
  let bytes = 0
  for (const name of Object.keys(sizes) as Name[]) {
    at[name] = bytes
    bytes += Math.ceil(sizes[name] / 8) * 8
  }
  return { at, bytes }
}

let module: WebAssembly.Module | undefined

function compiled() {
  module ??= new WebAssembly.Module(Buffer.from(COMPILED, 'base64'))
  return module
}
