import type { Ports } from '#server/engine/ports.ts'

/** The readers of documents, imported with the first document: few flows read any. */
export function createReadDocument(): Ports['readDocument'] {
  let reader: Promise<Ports['readDocument']> | undefined
  return async (...order) => {
    reader ??= import('./document-pool.ts').then(({ createDocumentReader }) => createDocumentReader())
    return (await reader)(...order)
  }
}
