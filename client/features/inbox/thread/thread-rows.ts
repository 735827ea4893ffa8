import type { Thread } from '#shared/conversations.ts'
import type { InboxMessage } from '../live/merge-messages.ts'

type Entry = Thread['entries'][number]

export type ThreadRow =
  | { type: 'day'; key: string; date: string }
  | { type: 'message'; key: string; message: InboxMessage }
  | { type: 'entry'; key: string; entry: Entry }

/** Messages with what stands between them, and a line before each day. */
export function rowsOf(
  messages: readonly InboxMessage[],
  entries: readonly Entry[],
  hasOlder: boolean,
): ThreadRow[] {
  const first = messages[0]?.createdDate ?? ''
  // Entries of the time before the first message belong to a page that has not been read.
  const shown = hasOlder ? entries.filter(({ createdDate }) => createdDate >= first) : entries
  const rows: ThreadRow[] = []
  let place = 0
  const addEntries = (until: string) => {
    for (let entry = shown[place]; entry && entry.createdDate < until; entry = shown[place]) {
      rows.push({ type: 'entry', key: entry.id, entry })
      place += 1
    }
  }
  for (const message of messages) {
    addEntries(message.createdDate)
    rows.push({ type: 'message', key: message.id, message })
  }
  addEntries('~')
  return withDays(rows)
}

function withDays(rows: readonly ThreadRow[]): ThreadRow[] {
  let day = ''
  return rows.flatMap((row) => {
    const date = dateOf(row)
    const itsDay = new Date(date).toDateString()
    const isNew = itsDay !== day
    day = itsDay
    return isNew ? [{ type: 'day', key: `day ${itsDay}`, date }, row] : [row]
  })
}

function dateOf(row: ThreadRow) {
  if (row.type === 'day') {
    return row.date
  }
  return row.type === 'message' ? row.message.createdDate : row.entry.createdDate
}
