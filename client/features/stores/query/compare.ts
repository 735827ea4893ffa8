import type { QueryResult } from '#shared/stores.ts'

type Doc = QueryResult['docs'][number]

/** How a chunk ranks on the other side of a comparison. */
export type Rank = { is: 'same' } | { is: 'moved'; rank: number } | { is: 'missing' }

const keyOf = ({ id, pageContent }: Doc) => id || pageContent

export function rankIn(other: readonly Doc[], doc: Doc, place: number): Rank {
  const found = other.findIndex((each) => keyOf(each) === keyOf(doc))
  if (found < 0) {
    return { is: 'missing' }
  }
  return found === place ? { is: 'same' } : { is: 'moved', rank: found + 1 }
}
