import type { Caller } from '#server/caller.ts'
import {
  type ImportKind,
  type ImportPreview,
  isAdminSection,
  type Section,
  sections,
} from '#shared/export-import.ts'
import { type Assigned, withoutAssistantFlows } from './assign-ids.ts'
import type { Outline, OutlineItem } from './import-reader.ts'

const MAX_REJECTED = 20

export function mayImport({ role }: Pick<Caller, 'role'>, section: Section) {
  return role === 'ADMIN' || !isAdminSection(section)
}

export function previewOf(
  caller: Pick<Caller, 'role'>,
  { items, unknown }: Outline,
  assigned: Assigned,
  isNamed: (item: OutlineItem) => boolean,
): ImportPreview {
  const kinds: ImportPreview['kinds'] = {}
  for (const item of withoutAssistantFlows(items)) {
    const { kind } = sections[item.section]
    const counted = kinds[kind] ?? nothing()
    kinds[kind] = counted
    counted.total += 1
    if (!mayImport(caller, item.section)) {
      counted.isAllowed = false
      reject(counted, item, 'Only admins can import this.')
    } else if (item.issue) {
      reject(counted, item, item.issue)
    } else {
      welcome(counted, item, assigned, isNamed(item))
    }
  }
  return { kinds, unknown }
}

function welcome(
  counted: ImportKind,
  item: OutlineItem,
  { replaced, withOwnId: stored }: Assigned,
  isKnownName: boolean,
) {
  const isKnownId = item.id !== null && replaced.has(item.id)
  counted.sameId += Number(isKnownId)
  counted.sameName += Number(isKnownName)
  counted.kept += Number(stored.has(item))
  counted.new += Number(!isKnownId && !isKnownName)
}

function reject(counted: ImportKind, item: OutlineItem, reason: string) {
  counted.refusedCount += 1
  if (counted.refused.length < MAX_REJECTED) {
    counted.refused.push({ item: item.name, reason })
  }
}

const nothing = (): ImportKind => ({
  total: 0,
  new: 0,
  sameId: 0,
  sameName: 0,
  kept: 0,
  refusedCount: 0,
  refused: [],
  isAllowed: true,
})
