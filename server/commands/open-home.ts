import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { type Config, StartError } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { readSecrets, type Secrets } from '../secrets.ts'

/** Opens the server's data folder and database, locked by one process until it exits. */
export async function openHome(config: Config) {
  const { DATA_DIR, DATABASE_URL } = config
  const unlock = DATABASE_URL.startsWith('file:') ? lockHome(DATA_DIR) : makeHome(DATA_DIR)
  const store = await openStore(DATABASE_URL)
  try {
    const secrets = readSecrets(DATA_DIR, !(await hasData(store)))
    await rejectOtherKey(store, secrets)
    return { store, secrets, unlock }
  } catch (error) {
    await store.close()
    unlock()
    throw error
  }
}

/** Returns the function that unlocks it. Throws StartError while another process has it. */
export function lockHome(folder: string): () => void {
  makeFolder(folder)
  return lockFolder(folder)
}

function makeHome(folder: string): () => void {
  makeFolder(folder)
  return () => undefined
}

async function hasData(store: Awaited<ReturnType<typeof openStore>>) {
  // Imported lazily, because tables are built for the dialect of the database on import.
  const { users } = await import('../features/users/users.table.ts')
  return (await store.db.$count(users)) > 0
}

export async function rejectOtherKey(
  store: Awaited<ReturnType<typeof openStore>>,
  { credentialKey }: Secrets,
) {
  const { isCredentialKey } = await import('../features/credentials/credential-key.ts')
  if (!(await isCredentialKey(store, credentialKey))) {
    throw new StartError(
      'The credentialKey in secrets.json is not the one this database’s credentials were sealed with. Put back the secrets.json that belongs to this database.',
    )
  }
}

function makeFolder(folder: string) {
  try {
    makeWithParents(resolve(folder))
    accessSync(folder, constants.W_OK)
  } catch {
    throw new StartError(
      `Flowtill cannot write to its data folder ${folder}. Set DATA_DIR to a folder it may write to.`,
    )
  }
}

// One level at a time: Node's recursive mkdir loops forever where a parent reports that a child cannot exist
// (/proc).
function makeWithParents(folder: string) {
  if (!existsSync(folder)) {
    makeWithParents(dirname(folder))
    mkdirSync(folder, { mode: 0o700 })
  }
}

/** A lock that the operating system releases however the process ends. */
function lockFolder(folder: string) {
  const lock = new Database(join(folder, 'lock.db'))
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.pragma('busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
    return () => void lock.close()
  } catch {
    lock.close()
    throw new StartError(`Another Flowtill is already running on the data folder ${folder}.`)
  }
}
