import type { Reader, Store } from '#server/db/store.ts'
import * as rows from './credential-key.repository.ts'
import { aboutCredential, seal, unseal } from './seal.ts'

const ABOUT = 'credential key'
const CHECK_TEXT = 'flowtill'
/** A single row may be damaged; when none of twenty opens, the key is a different one. */
const MAX_SAMPLES = 20

/**
 * Whether this is the key the database's credentials are sealed with. The first start stores a sealed check value; where
 * credentials are older than that value, one of them must open.
 */
export async function isCredentialKey(store: Store, key: Buffer): Promise<boolean> {
  const { isOther, isNoted } = await compareCredentialKey(store.db, key)
  if (!isOther && !isNoted) {
    await store.transaction((tx) => rows.insertCheck(tx, seal(key, CHECK_TEXT, ABOUT)))
  }
  return !isOther
}

/** The same without a write. `isNoted` where the database has the check value. */
export async function compareCredentialKey(db: Reader, key: Buffer) {
  const sealed = await rows.findCheck(db)
  if (sealed !== undefined) {
    return { isOther: !opens(key, sealed, ABOUT), isNoted: true }
  }
  const samples = await rows.listSamples(db, MAX_SAMPLES)
  const isOther = samples.length > 0 && !samples.some((row) => opens(key, row.sealed, aboutCredential(row)))
  return { isOther, isNoted: false }
}

function opens(key: Buffer, sealed: string, about: string) {
  try {
    unseal(key, sealed, about)
    return true
  } catch {
    return false
  }
}
