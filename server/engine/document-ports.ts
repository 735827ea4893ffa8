import type { Document, ScoredDocument } from './handles.ts'
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
