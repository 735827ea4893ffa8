import type { Embeddings, Holder } from '#server/engine/handles.ts'
import { parseJson } from '#shared/json.ts'

export type VectorTexts = {
  find(keys: readonly string[]): Promise<(string | undefined)[]>
  store(entries: readonly (readonly [key: string, vector: string])[]): Promise<void>
}

export function cachedEmbeddings(
  embeddings: Embeddings,
  texts: VectorTexts,
  keyOf: (about: string) => Promise<string>,
): Embeddings {
  const cached: Embeddings = {
    key: embeddings.key,
    async embed(requested, purpose = 'document') {
      const keys = await Promise.all(
        requested.map((text) => keyOf(JSON.stringify([embeddings.key, purpose, text]))),
      )
      const known = (await texts.find(keys)).map(readVector)
      const missing = [...new Set(requested.filter((_, index) => !known[index]))]
      const made = missing.length > 0 ? await embeddings.embed(missing, purpose) : []
      const fresh = new Map(missing.map((text, index) => [text, made[index] ?? []]))
      const entries = keys.flatMap((key, index) => {
        const vector = fresh.get(requested[index] ?? '')
        return known[index] || !vector ? [] : [[key, JSON.stringify(vector)] as const]
      })
      await texts.store(entries)
      return requested.map((text, index) => known[index] ?? fresh.get(text) ?? [])
    },
  }
  const { heldBy } = embeddings
  return heldBy
    ? { ...cached, heldBy: (holder: Holder) => cachedEmbeddings(heldBy(holder), texts, keyOf) }
    : cached
}

/** Other programs may have written to the key. */
function readVector(text: string | undefined): number[] | undefined {
  const vector = text === undefined ? undefined : parseJson(text)
  return Array.isArray(vector) && vector.every((each) => typeof each === 'number') ? vector : undefined
}
