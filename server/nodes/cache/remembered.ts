import { LRUCache } from 'lru-cache'

/** An LRU cache. `maxSize` counts the characters of keys and texts. */
export const createTextCache = (maxSize: number) =>
  new LRUCache<string, string>({ maxSize, sizeCalculation: (text, key) => key.length + text.length })

/** Kept for the life of the process. 20 million characters take at most 40 MB each. */
export const remembered = { answers: createTextCache(20_000_000), vectors: createTextCache(20_000_000) }
