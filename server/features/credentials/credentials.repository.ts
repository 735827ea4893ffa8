import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flows, flowVersions } from '#server/features/flows/flows.table.ts'
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

/** The user's own credentials and those shared by ADMINs. */
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

export function listShared(db: Reader, kinds: readonly string[]) {
  return db
    .select()
    .from(credentials)
    .where(and(eq(credentials.shared, true), inArray(credentials.credentialName, [...kinds])))
    .orderBy(asc(credentials.name), asc(credentials.id))
    .limit(1_000)
}

export function listKinds(db: Reader, userId: string, ids: readonly string[]) {
  return db
    .select({ id: credentials.id, kind: credentials.credentialName })
    .from(credentials)
    .where(
      and(
        inArray(credentials.id, [...ids]),
        or(eq(credentials.userId, userId), eq(credentials.shared, true)),
      ),
    )
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

// Credential ids are long enough to be searched for in the text of a flow.
const namers = [flowVersions.flowData, flows.followUpPrompts, flows.speechToText, flows.analytic]

function selectUses(db: Reader, condition: SQL | undefined) {
  return db
    .select({ credentialId: credentials.id, flowId: flows.id, name: flows.name, userId: flows.userId })
    .from(credentials)
    .innerJoin(flows, and(isNull(flows.removedDate), condition))
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .where(or(...namers.map((text) => sql`${text} like '%' || ${credentials.id} || '%'`)))
    .orderBy(asc(flows.name), asc(flows.id))
    .limit(10_000)
}

export function listUses(db: Reader, userId: string) {
  const isUsable = or(eq(credentials.userId, userId), eq(credentials.shared, true))
  return selectUses(db, and(eq(flows.userId, userId), isUsable))
}

export function listUsesOf(db: Reader, id: string) {
  return selectUses(db, eq(credentials.id, id))
}
