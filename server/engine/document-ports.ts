import type { Document, DocumentSource, ScoredDocument, Upserted } from './handles.ts'
import type { Json } from './inputs.ts'

export type IndexRecipe = {
  /** Every setting its contents depend on, as text of any length. */
  key: string
  /** Identifies the vector space: texts with a stored vector in it are not embedded again. */
  space: string
  load(): Promise<Document[]>
  embed(texts: readonly string[]): Promise<number[][]>
}

export type IndexSearch = {
  count: number
  vector?: readonly number[] | undefined
  /** Full-text search. Together with `vector`, both result lists are fused by rank. */
  words?: string | undefined
  /** Metadata must equal these values, or one of a list. */
  filter?: Record<string, Json> | undefined
}

export type DocumentIndex = {
  size: number
  /** Best first. The score is the cosine similarity for a vector-only search, else derived from the rank. */
  search(search: IndexSearch): ScoredDocument[]
}

export type StoreRecord = { key: string; source: string | null }

export type StoreRecords = {
  all(): Promise<StoreRecord[]>
  store(records: readonly StoreRecord[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

/** Vectors an owner has paid for. They are stored with their charge (run-log.ts), so none is paid twice. */
export type VectorCache = {
  /** In the order of the texts; undefined for one that has not been embedded in this space. */
  find(space: string, texts: readonly string[]): Promise<(number[] | undefined)[]>
}

export type EmbeddedTexts = { space: string; texts: readonly string[]; vectors: readonly number[][] }

export type IndexedChunk = Document & {
  /** Of content and metadata. */
  id: string
  source: string | null
  /** Place in its source, from 0. */
  position: number
}

export type FoundChunk = ScoredDocument & { id: string; source: string | null; position: number }

/** Ids of the chunks that an upsert has staged, and of those that it replaces. */
export type IndexChange = { fresh: readonly string[]; stale: readonly string[] }

/**
 * A lasting index of the flow's owner. Upserts stage chunks and publish them at once, so a search never finds half of an
 * upsert. Chunks embedded in another space do not count: a new embedding model starts with an empty index.
 */
export type NamedIndex = {
  /** Chunks that can be found. */
  records(space: string): Promise<StoreRecord[]>
  /** Their texts have been embedded in this space. Staging a chunk again is harmless. */
  stage(space: string, chunks: readonly IndexedChunk[]): Promise<void>
  /**
   * In one step, fresh chunks can be found and stale ones cannot any more, and what an upsert has done is noted. Chunks
   * that an earlier upsert has staged and not published are discarded. Throws CONFLICT while a fresh chunk is not staged
   * or has no vector.
   */
  publish(space: string, change: IndexChange, upserted?: Upserted): Promise<void>
  size(): Promise<number>
  /** Best first. The score is the cosine similarity where a vector is given, else derived from the rank. */
  search(space: string, search: IndexSearch): Promise<FoundChunk[]>
  /** Chunks before and after this one in its source, in order and without it. None for a chunk without a source. */
  neighbours(space: string, id: string, range: { before: number; after: number }): Promise<IndexedChunk[]>
}

/** A pool is a document store that reads and indexes by itself. */
export type ListedDocumentStore = {
  id: string
  kind: 'store' | 'pool'
  name: string
  description: string | null
}

/** A document store or pool of the flow's owner. */
export type OpenedDocumentStore = {
  name: string
  /** Of these sources, or of all. Every chunk names its source as `docId` in its metadata. */
  chunks(sourceIds?: readonly string[]): DocumentSource
  /** Charged as a run of the store. Throws INVALID_FLOW for a store without an index. */
  search(question: string, options: { count: number; signal: AbortSignal }): Promise<ScoredDocument[]>
}

/** A file referenced by a field: uploaded to the flow, or stored in the field itself. */
export type StoredFile = {
  name: string
  /** Changes whenever the content does. Computed without reading the content. */
  key: string
  /** Uploaded by a visitor of a public flow. */
  isFromVisitor?: boolean
  read(): Promise<Uint8Array>
}

export type DocumentFormat =
  | 'text'
  | 'markdown'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'epub'
  | 'csv'
  | 'json'
  | 'jsonl'
  | 'html'
  | 'htmlAsMarkdown'

export type ReadSettings = {
  /** The name of the file, for errors. */
  name?: string | undefined
  /** The part to extract: a CSV column, a JSON pointer or a CSS selector. Absent: everything. */
  select?: string | undefined
  /** One document per page of a PDF, or per chapter of an EPUB, instead of one for the whole file. */
  perPage?: boolean | undefined
  /** Uploaded by a visitor, so stricter limits of time and memory apply. */
  isFromVisitor?: boolean | undefined
}

/** The owner of a document job. Flows, and visitors within a flow, are scheduled fairly. */
export type DocumentReader = { flow: string; visitor: string; signal?: AbortSignal | undefined }
