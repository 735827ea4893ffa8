import { eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { credentialKeyChecks } from './credential-key.table.ts'
import { credentials } from './credentials.table.ts'

const ONLY = 'current'

export async function findCheck(db: Reader) {
  const [row] = await db.select().from(credentialKeyChecks).where(eq(credentialKeyChecks.id, ONLY)).limit(1)
  return row?.sealed
}

export async function insertCheck(tx: Writer, sealed: string) {
  await tx.insert(credentialKeyChecks).values({ id: ONLY, sealed }).onConflictDoNothing()
}

export function listSamples(db: Reader, limit: number) {
  return db.select().from(credentials).limit(limit)
}
