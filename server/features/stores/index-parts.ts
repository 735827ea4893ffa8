import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ComponentChoice, vectorConfigInput } from '#shared/stores.ts'
import { idOfPart, type Part } from './component-flow.ts'
import type { ComponentLists } from './component-lists.ts'
import type { StoreRow } from './stores.table.ts'

export type IndexSettings = Pick<StoreRow, 'embedding' | 'vectorStore' | 'recordManager'>

/** Settings as a client sends them. Undefined for parts that are not sent. Throws INVALID_INPUT for a node of another kind. */
export function readSettings(
  input: z.output<typeof vectorConfigInput>,
  { requireKind }: ComponentLists,
): { [Part in keyof IndexSettings]: ComponentChoice | undefined } {
  const read = (
    name: string | null | undefined,
    config: unknown,
    kind: Parameters<typeof requireKind>[1],
  ): ComponentChoice | undefined => {
    if (!name) {
      return undefined
    }
    requireKind(name, kind)
    return { name, config: (config ?? {}) as ComponentChoice['config'] }
  }
  return {
    embedding: read(input.embeddingName, input.embeddingConfig, 'embeddings'),
    vectorStore: read(input.vectorStoreName, input.vectorStoreConfig, 'vectorstore'),
    recordManager: read(input.recordManagerName, input.recordManagerConfig, 'recordmanager'),
  }
}

/** Throws INVALID_FLOW for a store without an embedding model. */
export function embeddingPart({ embedding }: Pick<IndexSettings, 'embedding'>): Part {
  const { name, config } = embedding ?? rejectMissing('Embedding')
  return { id: idOfPart(name), name, config }
}

/** The embedding model and the vector store. Throws INVALID_FLOW naming what is not configured. */
export function indexParts(settings: IndexSettings): {
  parts: Part[]
  embedding: string
  vectorStore: string
} {
  const embedding = embeddingPart(settings)
  const { name, config } = settings.vectorStore ?? rejectMissing('Vector store')
  const vectorStore: Part = {
    ...{ id: idOfPart(name), name, config, output: 'vectorStore' },
    connected: { embeddings: embedding.id },
  }
  const { recordManager } = settings
  const manager = recordManager && { id: idOfPart(recordManager.name), ...recordManager }
  return {
    parts: [embedding, vectorStore, ...(manager ? [manager] : [])],
    embedding: embedding.id,
    vectorStore: vectorStore.id,
  }
}

export function rejectMissing(part: 'Loader' | 'Vector store' | 'Embedding'): never {
  throw new AppError('INVALID_FLOW', `${part} not configured. Choose one in the settings of the store.`)
}
