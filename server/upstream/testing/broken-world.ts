import type { Ports } from '#server/engine/ports.ts'
import { createOpenAssistant } from '../assistants/open-assistant.ts'
import { createFetchAws } from '../aws-signature.ts'
import { createQueryDatabase } from '../databases/query-database.ts'
import { createReadDocument } from '../documents/read-in-process.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createOpenMcp } from '../mcp/open-mcp.ts'
import { createChatPort } from '../models/chat-model.ts'
import { createEmbedPort } from '../models/embeddings.ts'
import { createRedisPort } from '../redis/open-redis.ts'
import { createSqlPort } from '../vector-stores/open-postgres.ts'

/** Our adapters with all HTTP redirected to one address. `count` grows with each network use. */
export function openBrokenWorld(place: string) {
  const world = { count: 0 }
  const guarded = createGuardedFetch({ allow: [place], own: () => undefined })
  const fetch: typeof globalThis.fetch = (address, init) => {
    world.count += 1
    const { pathname, search } = new URL(address instanceof Request ? address.url : String(address))
    return guarded(`http://${place}${pathname}${search}`, init)
  }
  const counted =
    <Args extends unknown[], Result>(use: (...args: Args) => Result) =>
    (...args: Args) => {
      world.count += 1
      return use(...args)
    }
  const allow = [place]
  const outside = { fetch, sandboxUrl: () => `http://${place}/v1` }
  const openAssistant = createOpenAssistant({ fetch })
  const ports: Partial<Ports> = {
    chat: createChatPort(outside),
    embed: createEmbedPort(outside),
    fetch,
    fetchAws: createFetchAws({ fetch, now: () => new Date('2026-11-22T00:00:00Z') }),
    redis: counted(createRedisPort(allow)),
    sql: counted(createSqlPort(allow)),
    queryDatabase: counted(createQueryDatabase({ folder: '/nowhere', allow })),
    openMcp: createOpenMcp({ fetch }),
    openAssistant: async (_, options) => openAssistant({ ...anAssistant, apiKey: 'a-secret-key' }, options),
    keepFile: async (name) => name,
    readDocument: createReadDocument(),
    openFile: async () => ({ name: 'museum.txt', key: 'museum', read: async () => Buffer.from('At nine.') }),
  }
  return { world, ports }
}

const anAssistant = {
  provider: 'openai',
  model: 'gpt-4.1',
  instructions: 'Helps.',
  temperature: null,
  topP: null,
  vectorStores: [],
} as const
