import type { ComponentChoice, DocumentStore } from '#shared/stores.ts'
import type { UpsertNode } from '#shared/upserts.ts'

export const parts = ['embedding', 'vectorStore', 'recordManager'] as const
export type Part = (typeof parts)[number]

/** Settings of the index as the form edits them. */
export type IndexForm = Record<Part, ComponentChoice | undefined>

export const formOf = (store: DocumentStore): IndexForm => ({
  embedding: store.embeddingConfig ?? undefined,
  vectorStore: store.vectorStoreConfig ?? undefined,
  recordManager: store.recordManagerConfig ?? undefined,
})

/** As the server takes them. */
export function inputOf(storeId: string, { embedding, vectorStore, recordManager }: IndexForm) {
  return {
    storeId,
    ...(embedding && { embeddingName: embedding.name, embeddingConfig: embedding.config }),
    ...(vectorStore && { vectorStoreName: vectorStore.name, vectorStoreConfig: vectorStore.config }),
    ...(recordManager && {
      recordManagerName: recordManager.name,
      recordManagerConfig: recordManager.config,
    }),
  }
}

export const isSame = (one: IndexForm, other: IndexForm) => JSON.stringify(one) === JSON.stringify(other)

/** The index on this server belongs to the document store: it needs no name and knows its own chunks. */
const ownStores = new Set(['flowtillIndex', 'flowtillStore', 'faiss'])
const ownName: ReadonlySet<string> = new Set(['collection', 'basePath', 'cleanup', 'sourceIdKey'])
export const isOwnIndex = (choice: ComponentChoice | undefined) => ownStores.has(choice?.name ?? '')
const none: ReadonlySet<string> = new Set()

export const fieldsWithoutEffect = (name: string) => (ownStores.has(name) ? ownName : none)

const categories: Record<string, Part> = {
  Embeddings: 'embedding',
  'Vector Stores': 'vectorStore',
  'Record Manager': 'recordManager',
}

/**
 * The settings of an earlier upsert. Histories contain neither credentials nor empty settings, so those of the same
 * components stay.
 */
export function formOfUpsert(nodes: readonly UpsertNode[], now: IndexForm): IndexForm {
  const form: IndexForm = { embedding: undefined, vectorStore: undefined, recordManager: undefined }
  for (const { name, category, paramValues } of nodes) {
    const part = categories[category]
    if (part) {
      const same = now[part]?.name === name ? now[part].config : {}
      const { FLOWISE_CREDENTIAL_ID: credential } = same
      const sent = Object.fromEntries(paramValues.map((param) => [param.name, param.value]))
      form[part] = {
        name,
        config: {
          ...(credential !== undefined && { FLOWISE_CREDENTIAL_ID: credential }),
          ...sent,
        } as ComponentChoice['config'],
      }
    }
  }
  return form
}

export type Change = { label: string; before: string; after: string }

/** Settings in which an upsert differs from the one before it. */
export function changesBetween(before: readonly UpsertNode[], after: readonly UpsertNode[]): Change[] {
  const known = valuesOf(before)
  return [...valuesOf(after)].flatMap(([key, { label, value }]) => {
    const old = known.get(key)?.value ?? ''
    return old === value ? [] : [{ label, before: old, after: value }]
  })
}

function valuesOf(nodes: readonly UpsertNode[]) {
  const entries = nodes
    .filter(({ category }) => categories[category])
    .flatMap(({ category, label, name, paramValues }) => [
      [`${category} name`, { label: category, value: label || name }] as const,
      ...paramValues.map(
        (param) => [`${category} ${param.name}`, { label: param.label, value: String(param.value) }] as const,
      ),
    ])
  return new Map(entries)
}
