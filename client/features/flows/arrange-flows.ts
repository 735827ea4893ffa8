import { z } from 'zod'
import { matches } from '#client/components/fold-text.ts'
import { matching } from '#client/components/use-storage.ts'
import type { Language } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'

export const sortKeys = ['updated', 'name', 'messages', 'cost'] as const
export type SortKey = (typeof sortKeys)[number]
const orderSchema = z.object({ key: z.enum(sortKeys), isReversed: z.boolean() })
export const isOrder = matching(orderSchema)
export type Order = z.infer<typeof orderSchema>
export const defaultOrder: Order = { key: 'updated', isReversed: false }

/** Each key sorts in its natural direction: newest first, A to Z, most first. */
const compare: Record<SortKey, (a: FlowSummary, b: FlowSummary, language: Language) => number> = {
  updated: (a, b) => b.updatedDate.localeCompare(a.updatedDate),
  name: (a, b, language) => a.name.localeCompare(b.name, language, { numeric: true }),
  messages: (a, b) => b.messages - a.messages,
  cost: (a, b) => b.cost - a.cost,
}

/** The flows that match the search, in the chosen order. Ties are ordered by id, so that the list is stable. */
export function arrangeFlows(flows: readonly FlowSummary[], query: string, order: Order, language: Language) {
  const direction = order.isReversed ? -1 : 1
  return flows
    .filter(({ name, category, id }) => matches(`${name} ${category ?? ''} ${id}`, query.trim()))
    .toSorted((a, b) => direction * compare[order.key](a, b, language) || a.id.localeCompare(b.id))
}

/** Sort order after a click on a column header: default direction, reversed, then the list's own order. */
export function nextOrder({ key, isReversed }: Order, clicked: SortKey): Order {
  if (key !== clicked) {
    return { key: clicked, isReversed: false }
  }
  return isReversed ? defaultOrder : { key, isReversed: true }
}

export function tagsOf(category: string | null): string[] {
  return (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean)
}
