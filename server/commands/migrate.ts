import type { Config } from '../config.ts'
import { openHome } from './open-home.ts'

export async function migrate(config: Config) {
  const { store, unlock } = await openHome(config)
  await store.close()
  unlock()
  process.stdout.write('The database is up to date.\n')
}
