import { matches } from '#client/components/fold-text.ts'
import type { Language } from '#client/texts/texts.tsx'
import type { Lead } from '#shared/leads.ts'

export const leadColumns = ['name', 'email', 'phone', 'flow', 'created'] as const
export type LeadColumn = (typeof leadColumns)[number]
export type LeadOrder = { column: LeadColumn; isReversed: boolean }
export type LeadRow = Lead & { flowName: string }

/** Newest first, until a column is chosen. */
export const newestFirst: LeadOrder = { column: 'created', isReversed: true }

const readers: Record<LeadColumn, (lead: LeadRow) => string> = {
  name: ({ name }) => name ?? '',
  email: ({ email }) => email ?? '',
  phone: ({ phone }) => phone ?? '',
  flow: ({ flowName }) => flowName,
  created: ({ createdDate }) => createdDate,
}

type Period = { startDate?: string; endDate?: string }

export function arrangeLeads(
  leads: readonly LeadRow[],
  { search = '', startDate = '', endDate = '~' }: Period & { search?: string | undefined },
  { column, isReversed }: LeadOrder,
  language: Language,
): LeadRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const read = readers[column]
  const direction = isReversed ? -1 : 1
  return leads
    .filter(({ createdDate }) => createdDate >= startDate && createdDate <= endDate)
    .filter(({ name, email, phone }) => matches([name, email, phone].filter(Boolean).join(' '), search))
    .toSorted((a, b) => direction * compare(read(a), read(b)) || (a.id < b.id ? -1 : 1))
}
