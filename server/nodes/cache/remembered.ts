import { LRUCache } from 'lru-cache'

/** Texts by key, the least recently used dropped first. `maxSize`: characters of keys and texts together. */
export const createTextCache = (maxSize: number) =>
  new LRUCache<string, string>({ maxSize, sizeCalculation: (text, key) => key.length + text.length })

/** Lives as long as the process; 20 million characters are at most 40 MB. */
export const remembered = { answers: createTextCache(20_000_000), vectors: createTextCache(20_000_000) }
