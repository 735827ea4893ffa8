import type { Store } from '../../db/store.ts'
import { users } from '../../features/users/users.table.ts'

/** The owner of what a bench stores. */
export async function insertOwner({ transaction }: Store) {
  const date = new Date()
  const names = {
    id: 'ada',
    username: 'ada',
    usernameKey: 'ada',
    email: 'ada@example.com',
    emailKey: 'ada@example.com',
  }
  const values = { ...names, passwordHash: 'x', role: 'USER' as const, createdDate: date, updatedDate: date }
  await transaction((tx) => tx.insert(users).values(values))
}
