import type { Section } from '#shared/export-import.ts'
import type { ItemContents } from './read-import.ts'

/** What is known of a file's items before they are taken out of it. */
export type OutlineItem = { section: Section; id: string | null; name: string; fault: string | null }
export type Outline = { items: OutlineItem[]; unknown: { key: string; count: number }[] }

export type TakeOrder = {
  /** The id of each item of the outline, in its order; null leaves it in the file. */
  ids: (string | null)[]
  /** Old ids and what they have become. */
  replaced: ReadonlyMap<string, string>
}
export type PreparedItem = ItemContents & { id: string }

/** Reads one file, somewhere where it keeps nobody waiting. */
export type ImportReader = {
  /** The next bytes of the file; they are gone for the caller. */
  add(block: Uint8Array<ArrayBuffer>): void
  /** After the last block. Throws INVALID_INPUT or TOO_LARGE. */
  read(): Promise<Outline>
  /** In portions small enough to be received between two requests. */
  take(order: TakeOrder): AsyncIterable<PreparedItem[]>
  close(): Promise<unknown>
}
export type OpenReader = () => Promise<ImportReader>
