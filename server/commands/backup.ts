import { chmodSync, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { type Config, StartError } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { checkLedgerAndFile } from '../features/wallet/check-ledger.ts'

/**
 * The database as it is at one moment, beside a running server, as one new file that has been read through and found sound.
 * Credentials in it open with the `secrets.json` of the data folder alone, which is to be kept somewhere else.
 */
export async function backup({ DATABASE_URL }: Config, [target]: readonly string[]) {
  if (!DATABASE_URL.startsWith('file:')) {
    throw new StartError('This database is PostgreSQL: back it up with pg_dump.')
  }
  const source = resolve(DATABASE_URL.slice('file:'.length))
  if (target === undefined || !existsSync(source) || existsSync(target)) {
    throw new StartError(refusal(source, target))
  }
  const reader = new Database(source, { readonly: true })
  reader.prepare('VACUUM INTO ?').run(target)
  reader.close()
  chmodSync(target, 0o600)
  await refuseUnsound(target)
  process.stdout.write(
    `${resolve(target)} holds the database as it was, and is sound. Keep secrets.json elsewhere.\n`,
  )
}

function refusal(source: string, target: string | undefined) {
  if (target === undefined) {
    return 'Say where the backup is to be written: npm run backup -- /somewhere/flowtill.db'
  }
  return existsSync(source)
    ? `${target} exists already. Nothing was overwritten.`
    : `There is no database at ${source}.`
}

async function refuseUnsound(target: string) {
  const store = await openStore(`file:${resolve(target)}`)
  const findings = await checkLedgerAndFile(store.db)
  await store.close()
  if (findings.length > 0) {
    const [first] = findings
    throw new StartError(`${target} was written, but its ledger is not sound: ${first?.rule} (${first?.id}).`)
  }
}
