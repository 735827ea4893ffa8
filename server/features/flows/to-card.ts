import type { FlowSummary } from '#shared/flows.ts'
import type { listCards } from './flows.repository.ts'

type CardRow = Awaited<ReturnType<typeof listCards>>[number]

/** A flow as lists show it: as it is being worked on, with a word on whether that is what answers. */
export function toCard({ flow, draft, publishedDate }: CardRow) {
  const isDraft = draft !== null && draft.nodeCount !== null
  return {
    ...flow,
    ...(isDraft && { nodeCount: draft.nodeCount ?? 0, thumbnail: draft.thumbnail ?? flow.thumbnail }),
    updatedDate: isDraft && draft.savedDate > flow.updatedDate ? draft.savedDate : flow.updatedDate,
    draft: publishedDate === null ? 'never' : stateOf(isDraft ? draft.changes : null),
  } as const
}

function stateOf(changes: { added: number; removed: number; changed: number } | null): FlowSummary['draft'] {
  return changes && changes.added + changes.removed + changes.changed > 0 ? 'ahead' : 'none'
}
