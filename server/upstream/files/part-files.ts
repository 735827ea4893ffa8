import type { FileStore } from '#server/ports/files.ts'

const DIGITS = 12

/**
 * Files that arrive in parts, each part a file of its own: `parts/<id>-<offset>`. Ids are ours. A file of the name `parts/<id>`, as
 * earlier versions have written it, is the beginning.
 */
export function createPartFiles(store: FileStore) {
  const baseOf = (id: string) => `parts/${id}`
  const keyOf = (id: string, offset: number) => `${baseOf(id)}-${String(offset).padStart(DIGITS, '0')}`

  /** Writing the same part again is harmless. */
  async function write(id: string, offset: number, bytes: Uint8Array) {
    await store.put(keyOf(id, offset), bytes)
  }

  async function partsOf(id: string) {
    const parts: { key: string; start: number; size: number }[] = []
    for await (const { key, size } of store.list(baseOf(id))) {
      parts.push({ key, start: Number(key.slice(baseOf(id).length + 1)), size })
    }
    return parts
  }

  /** The first `bytes` of the file; undefined unless all of them have arrived. */
  async function open(id: string, bytes: number): Promise<(() => AsyncIterable<Uint8Array>) | undefined> {
    const parts = await partsOf(id)
    const spans = parts.flatMap(({ key, start, size }, index) => {
      const end = Math.min(parts[index + 1]?.start ?? bytes, bytes)
      return end > start ? [{ key, size: end - start, isWhole: start + size >= end }] : []
    })
    const isWhole = parts[0]?.start === 0 && spans.every((span) => span.isWhole)
    return isWhole ? () => join(spans) : undefined
  }

  async function* join(spans: readonly { key: string; size: number }[]) {
    for (const { key, size } of spans) {
      const content = await store.read(key, { start: 0, end: size - 1 })
      if (!content) {
        throw new Error(`${key} was removed while it was read.`)
      }
      yield* content
    }
  }

  /** A missing file is fine. */
  async function remove(id: string) {
    await store.removeAll(`${baseOf(id)}-`)
    await store.remove(baseOf(id))
  }

  /** Ids of files with a part since before this time, for a sweep. */
  async function* listOld(before: Date): AsyncGenerator<string> {
    let last: string | undefined
    for await (const { key, changedAt } of store.list('parts/')) {
      const id = key.slice('parts/'.length).replace(/-\d{12}$/, '')
      if (changedAt < before.getTime() && id !== last) {
        last = id
        yield id
      }
    }
  }

  return { write, open, remove, listOld }
}
