import type { Reader } from '#server/db/store.ts'
import { type JobKinds, listDueOf, listDueUsers } from './jobs.repository.ts'
import type { JobRow } from './jobs.table.ts'

/** `kinds` share `max` slots of one process. `busy`: jobs of these kinds that this process runs. */
type Slots = { date: Date; kinds: JobKinds; max: number; busy: readonly JobRow[] }

/**
 * Due jobs for the free slots. Users take turns, so that the thousand files of one hold nobody else up, and one slot is
 * never taken by the user who has all others.
 */
export async function listDue(db: Reader, { date, kinds, max, busy }: Slots): Promise<JobRow[]> {
  const free = max - busy.length
  if (free <= 0) {
    return []
  }
  const maxOfUser = max - 1
  const countOf = (userId: string) => busy.filter((row) => row.userId === userId).length
  const users = (await listDueUsers(db, date, kinds))
    .map(({ userId }) => userId)
    .filter((userId) => countOf(userId) < maxOfUser)
    .toSorted((a, b) => countOf(a) - countOf(b))
  const due: { row: JobRow; turn: number }[] = []
  for (const userId of users) {
    const taken = countOf(userId)
    // The next users have as many turns or more.
    if (due.filter(({ turn }) => turn <= taken).length >= free) {
      break
    }
    const theirs = await listDueOf(db, { userId, date, kinds, limit: maxOfUser - taken })
    due.push(...theirs.map((row, place) => ({ row, turn: taken + place })))
  }
  const inTurn = due.toSorted((a, b) => a.turn - b.turn)
  return inTurn.slice(0, free).map(({ row }) => row)
}
