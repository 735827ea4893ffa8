import { dialectOf } from '#server/db/dialect.ts'
import { newId } from '#server/ids.ts'
import { type Bus, createMemoryBus } from './bus.ts'
import { type Connect, createNotifyBus } from './notify-bus.ts'

const CHANNEL = 'flowtill'

/** In process for SQLite, which has one; over LISTEN and NOTIFY for PostgreSQL. */
export function openBus<Event>(databaseUrl: string): Bus<Event> {
  return dialectOf(databaseUrl) === 'postgres'
    ? createNotifyBus<Event>({ connect: connectTo(databaseUrl), processId: newId(), newId })
    : createMemoryBus<Event>()
}

/** One connection listens; others send, because a notification is a statement that may wait for a lock. */
function connectTo(url: string): Connect {
  return async ({ payload, lost }) => {
    const { Client, Pool } = await import('pg')
    const listening = new Client({ connectionString: url, keepAlive: true })
    const sending = new Pool({ connectionString: url, max: 2 })
    sending.on('error', () => undefined)
    const end = () => {
      void sending.end().catch(() => undefined)
      lost()
    }
    listening.once('error', end)
    listening.once('end', end)
    listening.on('notification', (message) => payload(message.payload ?? ''))
    await listening.connect()
    await listening.query(`LISTEN ${CHANNEL}`)
    return {
      notify: async (text) => void (await sending.query('SELECT pg_notify($1, $2)', [CHANNEL, text])),
      async close() {
        listening.removeListener('end', end)
        await Promise.all([listening.end(), sending.end()])
      },
    }
  }
}
