import { z } from 'zod'
import { isoDate } from './dates.ts'
import { jobProgressSchema } from './jobs.ts'
import { upsertCountsSchema } from './upserts.ts'

/** Flowise's statuses. STALE: something changed since the last upsert. */
export const storeStatuses = ['EMPTY', 'NEW', 'SYNCING', 'SYNC', 'STALE', 'UPSERTING', 'UPSERTED'] as const
export type StoreStatus = (typeof storeStatuses)[number]

/** States of a source. `failed` keeps the chunks it had. */
export const sourceStates = ['new', 'queued', 'reading', 'read', 'stale', 'indexed', 'failed'] as const
export type SourceState = (typeof sourceStates)[number]

const jsonRecord = z.record(z.string(), z.json())
type JsonRecord = z.infer<typeof jsonRecord>

/** A node chosen for a store, with its inputs and, as `FLOWISE_CREDENTIAL_ID`, its credential. */
export const componentSchema = z.object({ name: z.string().min(1).max(255), config: jsonRecord.default({}) })
export type ComponentChoice = { name: string; config: JsonRecord }

/** Whether an input of a vector store acts when the store is searched, not when it is written. */
export const isSearchSetting = (name: string) =>
  /^(topK|minScore|fetchK|lambda|alpha|searchType)$|filter$/i.test(name)

const sourceFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  mimePrefix: z.string(),
  size: z.int(),
  status: z.enum(['NEW', 'SYNC']),
  uploaded: isoDate,
})
export type SourceFile = {
  id: string
  name: string
  mimePrefix: string
  size: number
  status: 'NEW' | 'SYNC'
  uploaded: string
}

/** Flowise's loader of a document store. */
export const storeLoaderSchema = z.object({
  id: z.string(),
  loaderId: z.string(),
  loaderName: z.string(),
  loaderConfig: jsonRecord,
  splitterId: z.string(),
  splitterName: z.string(),
  splitterConfig: jsonRecord,
  /** Ours: characters. Shorter chunks are left out. */
  minChunkChars: z.int(),
  totalChunks: z.int(),
  totalChars: z.int(),
  status: z.enum(storeStatuses),
  files: z.array(sourceFileSchema.extend({ uploaded: z.string() })).optional(),
  source: z.string(),
  credential: z.string().optional(),
  /** Ours: why the last reading failed. */
  error: z.string().nullable(),
  /** Ours: the name in lists. */
  name: z.string(),
  progress: jobProgressSchema.nullable(),
  bytes: z.int(),
  pages: z.int().nullable(),
  schedule: z.string().nullable(),
  nextDate: isoDate.nullable(),
  readDate: isoDate.nullable(),
  changes: z.object({ added: z.int(), removed: z.int(), unchanged: z.int() }).nullable(),
  createdDate: isoDate,
})
export type StoreLoader = z.infer<typeof storeLoaderSchema>

const usedInSchema = z.object({ id: z.string(), name: z.string() })

export const storeSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  loaders: z.array(storeLoaderSchema),
  whereUsed: z.array(usedInSchema),
  status: z.enum(storeStatuses),
  vectorStoreConfig: componentSchema.nullable(),
  embeddingConfig: componentSchema.nullable(),
  recordManagerConfig: componentSchema.nullable(),
  totalChunks: z.int(),
  totalChars: z.int(),
  /** Ours: chunks in the index; null for a vector store that cannot say. */
  indexedChunks: z.int().nullable(),
  /** Ours: chunks whose text is not embedded yet. */
  pendingChunks: z.int(),
  upsertedDate: isoDate.nullable(),
  /** Ours: a running upsert. */
  upsert: z.object({ id: z.string(), progress: jobProgressSchema.nullable() }).nullable(),
  /** Ours: the last result of the test set. */
  tested: z.object({ found: z.int(), total: z.int(), date: isoDate }).nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type DocumentStore = z.infer<typeof storeSchema>

const name = z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters')
const description = z.string().trim().max(2_000)
export const createStoreInput = z.object({
  name,
  description: description.nullish().transform((text) => text ?? ''),
})
export const updateStoreInput = z.object({
  id: z.string(),
  name: name.optional(),
  description: description.optional(),
})
export const storeIdInput = z.object({ id: z.string() })
export const deleteStoreInput = z.object({
  id: z.string(),
  /** Also removes what was written to the vector store and the record manager. */
  withVectors: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** A loader as Flowise's clients send it. */
/** Of the shortest chunk that is kept. */
export const MAX_MIN_CHUNK_CHARS = 10_000

export const loaderInput = z.object({
  storeId: z.string(),
  /** Of an existing loader, which is replaced. */
  id: z.string().optional(),
  loaderId: z.string().min(1).max(255),
  loaderName: z.string().max(255).default(''),
  loaderConfig: jsonRecord.default({}),
  splitterId: z.string().max(255).nullish(),
  splitterName: z.string().max(255).nullish(),
  splitterConfig: jsonRecord.nullish(),
  minChunkChars: z.coerce.number<number>().int().min(0).max(MAX_MIN_CHUNK_CHARS).optional(),
  credential: z.string().max(255).nullish(),
  /** Chunks shown by a preview; −1 for all. */
  previewChunkCount: z.coerce.number<number>().int().min(-1).max(1_000).default(20),
  schedule: z.string().max(100).nullish(),
})
export type LoaderInput = z.output<typeof loaderInput>

export const previewSchema = z.object({
  chunks: z.array(z.object({ pageContent: z.string(), metadata: jsonRecord })),
  totalChunks: z.int(),
  /** Ours: those shorter than `minChunkChars`. */
  skippedChunks: z.int(),
  previewChunkCount: z.int(),
  /** Ours: characters of each chunk, also of those not shown; at most 10,000. */
  lengths: z.array(z.int()),
})
export type Preview = z.infer<typeof previewSchema>

const chunkSchema = z.object({
  id: z.string(),
  docId: z.string(),
  storeId: z.string(),
  chunkNo: z.int(),
  pageContent: z.string(),
  /** JSON text over REST. */
  metadata: z.string(),
  revision: z.int(),
})

export const chunksPageInput = z.object({
  storeId: z.string(),
  /** Id of a loader, or `all`. */
  loaderId: z.string(),
  /** Number of the page, from 1. The path of the REST call is that of one chunk, so both have this name. */
  ref: z.coerce.number<number>().int().min(1).default(1),
  search: z.string().max(500).optional(),
})
export const CHUNKS_PER_PAGE = 50
export const chunksPageSchema = z.object({
  chunks: z.array(chunkSchema),
  count: z.int(),
  characters: z.int(),
  file: storeLoaderSchema.optional(),
  currentPage: z.int(),
  storeName: z.string(),
  description: z.string(),
  docId: z.string(),
})

export const updateChunkInput = z.object({
  storeId: z.string(),
  loaderId: z.string(),
  /** Id of the chunk. */
  ref: z.string(),
  pageContent: z.string().min(1, 'A chunk needs text').max(1_000_000),
  metadata: jsonRecord,
  /** The revision the editor has read; CONFLICT when the chunk has changed since. */
  revision: z.int().optional(),
})
export const deleteChunkInput = z.object({ storeId: z.string(), loaderId: z.string(), ref: z.string() })
export const deleteChunksInput = z.object({ storeId: z.string(), ids: z.array(z.string()).min(1).max(1_000) })

/** Flowise's body of `vectorstore/save` and `vectorstore/insert`. Missing parts are cleared. */
export const vectorConfigInput = z.object({
  storeId: z.string(),
  embeddingName: z.string().max(255).nullish(),
  embeddingConfig: jsonRecord.nullish(),
  vectorStoreName: z.string().max(255).nullish(),
  vectorStoreConfig: jsonRecord.nullish(),
  recordManagerName: z.string().max(255).nullish(),
  recordManagerConfig: jsonRecord.nullish(),
})
export const insertInput = vectorConfigInput.extend({
  docId: z.string().optional(),
  isStrictSave: z.boolean().default(true),
})

export const queryStoreInput = z.object({
  storeId: z.string(),
  query: z.string().trim().min(1, 'Enter a question').max(8_000),
  /** Override the vector store's saved inputs, such as topK. */
  inputs: jsonRecord.optional(),
})
export const queryResultSchema = z.object({
  timeTaken: z.int(),
  docs: z.array(
    z.object({
      pageContent: z.string(),
      metadata: jsonRecord,
      id: z.string(),
      /** −1 when unknown. */
      chunkNo: z.int(),
      /** Ours: 0 to 1. */
      score: z.number().nullable(),
    }),
  ),
  /** Ours: the best score, also of chunks that the minimum score leaves out. */
  bestScore: z.number().nullable(),
})
export type QueryResult = z.infer<typeof queryResultSchema>

/** Flowise's body of `POST /document-store/upsert/{id}` and an item of `refresh`. */
export const storeUpsertInput = z.object({
  id: z.string(),
  docId: z.string().optional(),
  metadata: jsonRecord.optional(),
  replaceExisting: z.boolean().default(false),
  createNewDocStore: z.boolean().default(false),
  docStore: z.object({ name: name.optional(), description: description.optional() }).optional(),
  loaderName: z.string().max(255).optional(),
  loader: componentSchema.partial().optional(),
  splitter: componentSchema.partial().optional(),
  vectorStore: componentSchema.partial().optional(),
  embedding: componentSchema.partial().optional(),
  recordManager: componentSchema.partial().optional(),
})
export const refreshStoreInput = z.object({
  id: z.string(),
  items: z
    .array(storeUpsertInput.omit({ id: true }))
    .max(100)
    .default([]),
})
export const storeUpsertResultSchema = upsertCountsSchema.extend({
  addedDocs: z.array(z.object({ pageContent: z.string(), metadata: jsonRecord })),
  docId: z.string(),
})

/** What an upsert of the store would embed and cost. */
export const storeEstimateSchema = z.object({
  chunks: z.int(),
  indexed: z.int(),
  toEmbed: z.int(),
  tokens: z.int(),
  model: z.string(),
  /** Null for the owner's own key, which costs nothing here. */
  pricePico: z.int().nullable(),
  costMicro: z.int(),
})
export type StoreEstimate = z.infer<typeof storeEstimateSchema>
