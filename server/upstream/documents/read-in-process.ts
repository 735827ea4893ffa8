import type { Ports } from '#server/engine/ports.ts'

/** Imports the document readers on first use, since few flows need them. */
export function createReadDocument(): Ports['readDocument'] {
  let reader: Promise<Ports['readDocument']> | undefined
  return async (...order) => {
    reader ??= import('./document-pool.ts').then(({ createDocumentReader }) => createDocumentReader())
    return (await reader)(...order)
  }
}
