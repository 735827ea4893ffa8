import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import {
  authChallenges,
  type ChallengeRow,
  type PasskeyRow,
  passkeys,
  recoveryCodes,
  securitySettings,
  totpSecrets,
} from '#server/features/auth/second-factor.table.ts'
import type { Requirement } from '#shared/second-factor.ts'

const SETTINGS_ID = 'main'

export async function saveTotp(tx: Writer, row: typeof totpSecrets.$inferInsert) {
  const { userId: _, ...changes } = row
  await tx
    .insert(totpSecrets)
    .values(row)
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { ...changes, lastStep: null, confirmedDate: null },
    })
}

export async function findTotp(db: Reader, userId: string) {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).limit(1)
  return row
}

/** Undefined if this step or a later one was already accepted. */
export async function consumeTotpStep(tx: Writer, userId: string, step: number) {
  const isUnused = or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))
  const [taken] = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), isUnused))
    .returning()
  return taken
}

/** Undefined if it was already confirmed, or another setup has started since. */
export async function confirmTotp(tx: Writer, userId: string, secret: string, confirmedDate: Date) {
  const [confirmed] = await tx
    .update(totpSecrets)
    .set({ confirmedDate })
    .where(
      and(eq(totpSecrets.userId, userId), eq(totpSecrets.secret, secret), isNull(totpSecrets.confirmedDate)),
    )
    .returning()
  return confirmed
}

export async function deleteTotp(tx: Writer, userId: string) {
  const [deleted] = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning()
  return deleted
}

export async function insertPasskey(tx: Writer, row: PasskeyRow) {
  await tx.insert(passkeys).values(row)
}

export function listPasskeys(db: Reader, userId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdDate), asc(passkeys.id))
    .limit(100)
}

export async function findPasskey(db: Reader, credentialId: string) {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).limit(1)
  return row
}

/** Undefined if a concurrent sign-in has changed the counter. */
export async function countPasskeyUse(tx: Writer, row: PasskeyRow, counter: number, lastUsedDate: Date) {
  const [used] = await tx
    .update(passkeys)
    .set({ counter, lastUsedDate })
    .where(and(eq(passkeys.id, row.id), eq(passkeys.counter, row.counter)))
    .returning()
  return used
}

export async function renamePasskey(tx: Writer, userId: string, id: string, name: string) {
  const [renamed] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  return renamed
}

export async function deletePasskey(tx: Writer, userId: string, id: string) {
  const [deleted] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  return deleted
}

export async function findFactors(db: Reader, userId: string) {
  const [totp] = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedDate)))
    .limit(1)
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return { hasTotp: totp !== undefined, hasPasskey: passkey !== undefined }
}

export async function insertRecoveryCodes(tx: Writer, ids: string[], userId: string, createdDate: Date) {
  await tx.insert(recoveryCodes).values(ids.map((id) => ({ id, userId, createdDate, usedDate: null })))
}

/** Undefined for a code that is unknown or used. */
export async function redeemRecoveryCode(tx: Writer, id: string, usedDate: Date) {
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedDate })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedDate)))
    .returning()
  return used
}

export async function countRecoveryCodes(db: Reader, userId: string) {
  const [found] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedDate)))
  const [newest] = await db
    .select({ createdDate: recoveryCodes.createdDate })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .orderBy(desc(recoveryCodes.createdDate))
    .limit(1)
  return newest && { left: found?.left ?? 0, createdDate: newest.createdDate }
}

export async function deleteRecoveryCodes(tx: Writer, userId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export async function deleteAllOf(tx: Writer, userId: string) {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await deleteChallengesOf(tx, userId)
}

export async function insertChallenge(tx: Writer, row: ChallengeRow) {
  await tx.insert(authChallenges).values(row)
}

export async function findChallenge(db: Reader, id: string, kind: ChallengeRow['kind'], now: Date) {
  const [row] = await db
    .select()
    .from(authChallenges)
    .where(and(eq(authChallenges.id, id), eq(authChallenges.kind, kind), gt(authChallenges.expiresDate, now)))
    .limit(1)
  return row
}

/** Of concurrent requests with one token, only one gets the challenge. */
export async function deleteChallenge(tx: Writer, id: string, kind: ChallengeRow['kind']) {
  const [taken] = await tx
    .delete(authChallenges)
    .where(and(eq(authChallenges.id, id), eq(authChallenges.kind, kind)))
    .returning()
  return taken
}

async function deleteChallengesOf(tx: Writer, userId: string) {
  await tx.delete(authChallenges).where(eq(authChallenges.userId, userId))
}

export async function findRequirement(db: Reader): Promise<Requirement> {
  const [row] = await db.select().from(securitySettings).where(eq(securitySettings.id, SETTINGS_ID)).limit(1)
  return row?.requirement ?? 'nobody'
}

export async function saveRequirement(tx: Writer, requirement: Requirement, updatedDate: Date) {
  await tx
    .insert(securitySettings)
    .values({ id: SETTINGS_ID, requirement, updatedDate })
    .onConflictDoUpdate({ target: securitySettings.id, set: { requirement, updatedDate } })
}
