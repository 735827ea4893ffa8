import type { IndexChange, IndexedChunk } from '#server/engine/document-ports.ts'
import { users } from '#server/features/users/users.table.ts'
import { newId } from '#server/ids.ts'
import { createTestStore } from '#server/testing/test-store.ts'
import { createIndexesService } from '../indexes.service.ts'

const animals = ['cat', 'dog', 'fish', 'bird']
export const vectorOf = (text: string): number[] =>
  animals.map((animal) => (text.includes(animal) ? 1 : 0.01))

/** Two users, and a clock to be set. */
export async function openIndexes() {
  const store = await createTestStore()
  const clock = { date: new Date('2026-11-24T12:00:00Z') }
  for (const id of ['ada', 'eve']) {
    await store.transaction((tx) =>
      tx.insert(users).values({
        ...{ id, username: id, usernameKey: id, email: `${id}@example.com`, emailKey: `${id}@example.com` },
        ...{ passwordHash: 'x', role: 'USER', createdDate: clock.date, updatedDate: clock.date },
      } as never),
    )
  }
  const open = () => createIndexesService({ store, newId, now: () => clock.date })
  const indexes = open()
  const embed = (texts: string[], { space = 'model', userId = 'ada', vectors = texts.map(vectorOf) } = {}) =>
    store.transaction((tx) => indexes.storeEmbedded(tx, userId, { space, texts, vectors }))
  /** Embeds, stages and publishes. */
  async function upsert(
    name: string,
    chunks: IndexedChunk[],
    { vectors = undefined as number[][] | undefined } = {},
  ) {
    const texts = [...new Set(chunks.map(({ pageContent }) => pageContent))]
    await embed(texts, vectors && { vectors })
    const index = indexes.namedIndex('ada', name)
    await index.stage('model', chunks)
    await index.publish('model', { fresh: chunks.map(({ id }) => id), stale: [] })
    return index
  }
  return { ...indexes, store, clock, open, embed, upsert }
}

/** By the texts of the chunks. */
export function changeOf(fresh: readonly string[], stale: readonly string[] = []): IndexChange {
  const idOf = (text: string) => aChunk(text).id
  return { fresh: fresh.map(idOf), stale: stale.map(idOf) }
}

export function aChunk(pageContent: string, source = 'a', position = 0): IndexedChunk {
  return { id: `id of ${pageContent}`, pageContent, metadata: { source }, source, position }
}
