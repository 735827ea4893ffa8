import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type CredentialRow, credentials } from './credentials.table.ts'

const credentialSelect = prepared((db: Reader) =>
  db
    .select()
    .from(credentials)
    .where(eq(credentials.id, sql.placeholder('id')))
    .limit(1)
    .prepare(),
)

export async function findCredential(db: Reader, id: string) {
  const [row] = await credentialSelect(db).execute({ id })
  return row
}

/** One's own and those shared by ADMINs. */
export function listUsable(db: Reader, userId: string, kinds: string[] | undefined) {
  return db
    .select()
    .from(credentials)
    .where(
      and(
        or(eq(credentials.userId, userId), eq(credentials.shared, true)),
        kinds && inArray(credentials.credentialName, kinds),
      ),
    )
    .orderBy(asc(credentials.name), asc(credentials.id))
    .limit(1_000)
}

export async function insertCredential(tx: Writer, row: CredentialRow) {
  await tx.insert(credentials).values(row).onConflictDoNothing()
}

export async function updateCredential(tx: Writer, id: string, changes: Changes<CredentialRow>) {
  const [updated] = await tx.update(credentials).set(changes).where(eq(credentials.id, id)).returning()
  return updated
}

export async function deleteCredential(tx: Writer, id: string) {
  await tx.delete(credentials).where(eq(credentials.id, id))
}
