import type { Embeddings, Holder } from '#server/engine/handles.ts'

export function withoutNewLines(embeddings: Embeddings): Embeddings {
  const { heldBy } = embeddings
  return {
    key: `${embeddings.key}|one line`,
    embed: (texts, purpose) =>
      embeddings.embed(
        texts.map((text) => text.replaceAll('\n', ' ')),
        purpose,
      ),
    ...(heldBy && { heldBy: (holder: Holder) => withoutNewLines(heldBy(holder)) }),
  }
}
