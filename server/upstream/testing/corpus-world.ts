import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify, { type FastifyRequest } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { mountModelServer } from '#server/sandbox/model-server.ts'
import { createSearch } from '#server/search/search.ts'
import { credentialOf } from '#server/testing/corpus/choose.ts'
import { createOpenAssistant } from '../assistants/open-assistant.ts'
import { createQueryDatabase } from '../databases/query-database.ts'
import { createReadDocument } from '../documents/read-in-process.ts'
import { createLocalStore } from '../files/local-store.ts'
import { createNamedFiles } from '../files/named-files.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createChatPort } from '../models/chat-model.ts'
import { createEmbedPort } from '../models/embeddings.ts'
import { createRedisPort } from '../redis/open-redis.ts'
import { openTinyRedis } from '../redis/testing/tiny-redis.ts'
import { createRunCode } from '../scripts/run-code.ts'
import { type Fake, fakes, scripted } from './fakes.ts'

/**
 * Our adapters for an exported flow, with requests routed to fakes of the providers' protocols; only the network
 * is replaced. `stoodIn` collects which fake replaced which provider.
 */
export async function openCorpusWorld() {
  const replaced = new Set<string>()
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  await app.register(mountModelServer, { prefix: '/sandbox/openai' })
  app.all<{ Params: { host: string; '*': string } }>('/elsewhere/:host/*', async (request, reply) => {
    const { host, '*': path } = request.params
    const { status = 200, body, type = 'application/json' } = findFake(host).answer(toRequest(request, path))
    return reply.code(status).type(type).send(body)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })

  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const url = new URL(String(address))
    const known = findModelServer(url)
    const script = known && scripted(init?.body)
    replaced.add(
      script
        ? `${url.host}: ${script.what}`
        : known
          ? `${url.host}: our sandbox`
          : `${url.host}: ${findFake(url.host).what}`,
    )
    if (script) {
      return script.answer()
    }
    const path = known ? `/sandbox/openai/v1${known}` : `/elsewhere/${url.host}${url.pathname}${url.search}`
    return guarded(`${origin}${path}`, init)
  }

  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const redis = await openTinyRedis()
  const search = createSearch({ folder, now: () => new Date() })
  const files = createNamedFiles(createLocalStore(folder), 'files/')
  const outside = { fetch, sandboxUrl: () => `${origin}/sandbox/openai/v1` }
  const redisPort = createRedisPort([redis.pair])
  const databases = join(folder, 'databases')
  await makeDatabase(databases)
  const queryDatabase = createQueryDatabase({ folder: databases, allow: [] })
  const openAssistant = createOpenAssistant({ fetch })
  const noWorld = async (): Promise<never> => {
    throw new Error('No flow of the corpus asks for this.')
  }

  const ports: Omit<Ports, 'history'> = {
    chat: createChatPort(outside),
    embed: createEmbedPort(outside),
    fetch,
    listModels: async () => [],
    defaultModel: noWorld,
    openIndex: (recipe, signal) => search.openIndex('owner', recipe, signal),
    documentStore: noWorld,
    listDocumentStores: async () => [],
    namedIndex: () => {
      throw new Error('No flow of the corpus asks for this.')
    },
    records: (name) => search.records('owner', name),
    openFile: (reference) => files.open('flow', reference),
    readDocument: createReadDocument(),
    runCode: createRunCode({ fetch }),
    redis: (...requested) => {
      replaced.add('Redis: a server of our own that speaks RESP')
      return redisPort(...requested)
    },
    queryDatabase: (...requested) => {
      replaced.add('the database: a file of SQLite')
      return queryDatabase(...requested)
    },
    credential: async (_, kind) => ({
      values: credentialOf(kind, kind === 'redisCacheApi' ? { redisUrl: `redis://${redis.pair}` } : {}),
      platform: false,
    }),
    customTool: async () => ({
      id: 'tool',
      name: 'opening_hours',
      description: 'When a museum opens',
      schema: '[]',
      func: 'return "nine"',
    }),
    customTools: async () => [],
    openMcpServer: noWorld,
    listMcpServers: async () => [],
    openAssistant: async (_, options) => openAssistant({ ...anAssistant, apiKey: 'sandbox-corpus' }, options),
    keepFile: async (name) => name,
    listAssistants: async () => [],
    callFlow: noWorld,
    requestPerson: noWorld,
    listFlows: async () => [],
    openMcp: noWorld,
    sql: noWorld,
    fetchAws: noWorld,
  }
  return { ports, replaced }
}

function findFake(host: string): Fake {
  const found = fakes.find(({ hosts }) => hosts.test(host))
  if (!found) {
    throw new Error(`Nothing stands in for ${host}.`)
  }
  return found
}

function findModelServer({ host, pathname }: URL): string | undefined {
  if (
    !/^(api\.openai\.com|api\.mistral\.ai|router\.huggingface\.co|[\w-]+\.openai\.azure\.com)$/.test(host)
  ) {
    return undefined
  }
  return /\/(chat\/completions|embeddings)$/.exec(pathname)?.[0]
}

function toRequest({ method, headers, body, query }: FastifyRequest, path: string) {
  return { method, path: `/${path}`, headers, body, query: query as Record<string, string> }
}

async function makeDatabase(folder: string) {
  await mkdir(folder, { recursive: true })
  const database = new Database(join(folder, 'museum.db'))
  database.exec("CREATE TABLE museum (name TEXT, opens TEXT); INSERT INTO museum VALUES ('Izmir', 'nine')")
  database.close()
}

const anAssistant = {
  provider: 'openai',
  model: 'gpt-4.1',
  instructions: 'Helps.',
  temperature: null,
  topP: null,
  vectorStores: [],
} as const
