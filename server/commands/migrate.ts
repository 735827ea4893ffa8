import type { Config } from '../config.ts'
import { openHome } from './open-home.ts'

/** Brings the database to this version's schema and ends. */
export async function migrate(config: Config) {
  const { store, unlock } = await openHome(config)
  await store.close()
  unlock()
  process.stdout.write('The database is up to date.\n')
}
