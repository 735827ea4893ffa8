import Database from 'better-sqlite3'
import type { Source } from './sides.ts'
import { createSqliteSide, fingerprintOf } from './sqlite-side.ts'
import type { OnChanged } from './values.ts'

/** `hold` locks the data folder of the server. */
export function createSqliteSource(file: string, onChanged: OnChanged, hold: () => boolean): Source {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  return {
    dialect: 'sqlite',
    ...createSqliteSide(database, onChanged),
    fingerprint: async () => fingerprintOf(database),
    hold: async () => hold(),
    close: async () => void database.close(),
  }
}
