import { hash } from 'node:crypto'
import type { AuditEntryRow } from './audit.table.ts'

export type Unchained = Omit<AuditEntryRow, 'hash'>

/** Previous hash of the first entry. */
export const BEGINNING = ''

/** SHA-256 over the entry and the previous hash, so that changing one entry invalidates all later ones. */
export function chain(previousHash: string, { postingId, ...entry }: Unchained): string {
  // Entries from before the column existed were hashed without it.
  const covered = postingId === null ? entry : { ...entry, postingId }
  return hash('sha256', `${previousHash}\n${canonical(covered)}`)
}

/** Serializes an entry independently of the order in which a database returns its fields. */
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
