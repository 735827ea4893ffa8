/** Chunks by their key, as Vite's manifest lists them. */
export type Chunks = Readonly<Record<string, { imports?: readonly string[] }>>

/**
 * Chunks that import each other in a circle, first and last the same; undefined without one. The bundler makes circles
 * of modules that have none, and what one of them reads while it is loaded may be undefined.
 */
export function findChunkCycle(chunks: Chunks): string[] | undefined {
  const done = new Set<string>()

  function follow(key: string, path: readonly string[]): string[] | undefined {
    if (path.includes(key)) {
      return [...path.slice(path.indexOf(key)), key]
    }
    if (done.has(key)) {
      return undefined
    }
    for (const next of chunks[key]?.imports ?? []) {
      const cycle = follow(next, [...path, key])
      if (cycle) {
        return cycle
      }
    }
    done.add(key)
    return undefined
  }

  for (const key of Object.keys(chunks)) {
    const cycle = follow(key, [])
    if (cycle) {
      return cycle
    }
  }
  return undefined
}
