import type { Document, ScoredDocument } from './handles.ts'
import type { Json } from './inputs.ts'

/** What an index is made of, should there be none under its key yet. */
export type IndexRecipe = {
  /** Everything its contents depend on, as text of any length. */
  key: string
  /** Names the space its vectors lie in: a text whose vector in it is known is not embedded again. */
  space: string
  load(): Promise<Document[]>
  embed(texts: readonly string[]): Promise<number[][]>
}

export type IndexSearch = {
  count: number
  /** Looks for what is near it. */
  vector?: readonly number[] | undefined
  /** Looks for its words. Together with `vector` both lists are fused by rank. */
  words?: string | undefined
  /** Metadata must have exactly these values, or one of a list. */
  filter?: Record<string, Json> | undefined
}

export type DocumentIndex = {
  /** How many documents it has. */
  size: number
  /** Best first. A score is the cosine of the angle when only a vector was given, else a rank's. */
  search(search: IndexSearch): ScoredDocument[]
}

/** A piece a store was given: its id there, and the source it came from. */
export type StoreRecord = { key: string; source: string | null }

export type StoreRecords = {
  all(): Promise<StoreRecord[]>
  keep(records: readonly StoreRecord[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

/** A file a field names: uploaded to the flow, or written into the field. */
export type StoredFile = {
  name: string
  /** Changes whenever its bytes do. Found without reading them. */
  key: string
  /** A visitor of a public flow sent it. */
  isFromVisitor?: boolean
  read(): Promise<Uint8Array>
}

/** Formats `readDocument` knows. */
export type DocumentFormat =
  | 'text'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'csv'
  | 'json'
  | 'jsonl'
  | 'html'
  | 'htmlAsMarkdown'

export type ReadSettings = {
  /** A CSV column, a JSON pointer, a CSS selector: the part that is wanted. All of it where absent. */
  select?: string | undefined
  /** Of a PDF: one document a page, or the whole in one. */
  perPage?: boolean | undefined
  /** A visitor sent it: it may take less time and memory. */
  isFromVisitor?: boolean | undefined
}

/** For whom a document is read. Flows, and visitors within a flow, take turns. */
export type DocumentReader = { flow: string; visitor: string; signal?: AbortSignal | undefined }
