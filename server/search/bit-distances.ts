/** bit-distances.wat, compiled. */
export const COMPILED =
  'AGFzbQEAAAABCAFgBH9/f38AAhEBBXRhYmxlBm1lbW9yeQIAAQMCAQAHCwEHbWVhc3VyZQAACncBdQIEfgF/IAApAwAhBCAAKQMIIQUgACkDECEGIAApAxghByABIAJBBXRqIQgCQANAIAEgCE8NASADIAEpAwAgBIV7IAEpAwggBYV7fCABKQMQIAaFeyABKQMYIAeFe3x8PQEAIAFBIGohASADQQJqIQMMAAsLCw=='
const PAGE_BYTES = 65_536

/** Words of a row, of 32 bits each. */
export const ROW_WORDS = 8

const ROW_BYTES = ROW_WORDS * 4

type Measure = (query: number, rows: number, count: number, distances: number) => void

/** Rows of 256 bits, all 0 at first, in the memory of a WebAssembly module that compares them with a query. */
export function createBitRows(capacity: number) {
  const rowsAt = ROW_BYTES
  const distancesAt = rowsAt + capacity * ROW_BYTES
  const bytes = distancesAt + capacity * 2
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
  const { exports } = new WebAssembly.Instance(compiled(), { table: { memory } })
  const measure = exports.measure as Measure
  const query = new Uint32Array(memory.buffer, 0, ROW_WORDS)
  const distances = new Uint16Array(memory.buffer, distancesAt, capacity)

  return {
    bytes: memory.buffer.byteLength,
    /** To be filled by the caller, row after row. */
    words: new Uint32Array(memory.buffer, rowsAt, capacity * ROW_WORDS),
    /** How many bits of each of the first rows differ from the query's; valid until the next call. */
    distancesFrom(bits: Uint32Array, count: number): Uint16Array {
      query.set(bits)
      measure(0, rowsAt, count, distancesAt)
      return distances.subarray(0, count)
    },
  }
}

export type BitRows = ReturnType<typeof createBitRows>

let module: WebAssembly.Module | undefined

function compiled() {
  module ??= new WebAssembly.Module(Buffer.from(COMPILED, 'base64'))
  return module
}
