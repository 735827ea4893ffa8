import type { Store } from '#server/db/store.ts'
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
  const sealed = await rows.findCheck(store.db)
  if (sealed !== undefined) {
    return opens(key, sealed, ABOUT)
  }
  const samples = await rows.listSamples(store.db, MAX_SAMPLES)
  if (samples.length > 0 && !samples.some((row) => opens(key, row.sealed, aboutCredential(row)))) {
    return false
  }
  await store.transaction((tx) => rows.insertCheck(tx, seal(key, CHECK_TEXT, ABOUT)))
  return true
}

function opens(key: Buffer, sealed: string, about: string) {
  try {
    unseal(key, sealed, about)
    return true
  } catch {
    return false
  }
}
