import type { Section } from '#shared/export-import.ts'
import type { ItemContents } from './read-import.ts'

export type OutlineItem = { section: Section; id: string | null; name: string; issue: string | null }
export type Outline = { items: OutlineItem[]; unknown: { key: string; count: number }[] }

export type PrepareOptions = {
  ids: (string | null)[]
  replaced: ReadonlyMap<string, string>
}
export type PreparedItem = ItemContents & { id: string }

export type ImportReader = {
  /** Transfers the next bytes of the file: the caller can no longer use them. */
  add(block: Uint8Array<ArrayBuffer>): void
  /** Called after the last block. Throws INVALID_INPUT or TOO_LARGE. */
  read(): Promise<Outline>
  /** In batches small enough to be received between two requests. */
  prepare(options: PrepareOptions): AsyncIterable<PreparedItem[]>
  close(): Promise<unknown>
}
export type OpenReader = () => Promise<ImportReader>
