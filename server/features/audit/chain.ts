import { hash } from 'node:crypto'
import type { AuditEntryRow } from './audit.table.ts'

export type Unchained = Omit<AuditEntryRow, 'hash'>

/** What the first entry's hash covers instead of an earlier one. */
export const BEGINNING = ''

/** SHA-256 over the entry and the hash before it: whoever changes one must change all that follow. */
export function chain(previousHash: string, { postingId, ...entry }: Unchained): string {
  // Entries from before the column existed were hashed without it.
  const covered = postingId === null ? entry : { ...entry, postingId }
  return hash('sha256', `${previousHash}\n${canonical(covered)}`)
}

/** The same text for the same entry, in whatever order a database gives its fields back. */
export function canonical(value: unknown): string {
  if (value instanceof Date) {
    return JSON.stringify(value.toISOString())
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
