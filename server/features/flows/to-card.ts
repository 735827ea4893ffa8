import type { listCards } from './flows.repository.ts'

type CardRow = Awaited<ReturnType<typeof listCards>>[number]

export function toCard({ flow, draft, publishedDate, version }: CardRow) {
  const isDraft = draft !== null && draft.nodeCount !== null
  const isPublished = publishedDate !== null
  const changeCount = isDraft && isPublished ? countChanges(draft.changes) : 0
  return {
    ...flow,
    ...(isDraft && { nodeCount: draft.nodeCount ?? 0, thumbnail: draft.thumbnail ?? flow.thumbnail }),
    updatedDate: isDraft && draft.savedDate > flow.updatedDate ? draft.savedDate : flow.updatedDate,
    draft: isPublished ? (changeCount > 0 ? 'ahead' : 'none') : 'never',
    version: isPublished ? version : null,
    changeCount,
  } as const
}

function countChanges(changes: { added: number; removed: number; changed: number } | null) {
  return changes ? changes.added + changes.removed + changes.changed : 0
}
