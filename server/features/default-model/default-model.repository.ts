import { eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type DefaultModelRow, defaultModels } from './default-model.table.ts'

const ID = 'default'

export async function findDefault(db: Reader): Promise<DefaultModelRow | undefined> {
  const [row] = await db.select().from(defaultModels).where(eq(defaultModels.id, ID)).limit(1)
  return row
}

export async function isDefaultCredential(db: Reader, credentialId: string): Promise<boolean> {
  return (await findDefault(db))?.credentialId === credentialId
}

export async function saveDefault(tx: Writer, values: Omit<DefaultModelRow, 'id'>) {
  await tx
    .insert(defaultModels)
    .values({ id: ID, ...values })
    .onConflictDoUpdate({ target: defaultModels.id, set: values })
}

export async function deleteDefault(tx: Writer) {
  await tx.delete(defaultModels).where(eq(defaultModels.id, ID))
}
