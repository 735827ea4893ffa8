import type { Ports } from '#server/engine/ports.ts'

/** The way to documents, fetched with the first: few flows read any. */
export function createReadDocument(): Ports['readDocument'] {
  let reader: Promise<Ports['readDocument']> | undefined
  return async (...order) => {
    reader ??= import('./document-worker.ts').then(({ createDocumentReader }) => createDocumentReader())
    return (await reader)(...order)
  }
}
