import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { mountModelServer } from '#server/sandbox/model-server.ts'
import { createGuardedFetch } from '../../guarded-fetch.ts'
import { createChatPort } from '../chat-model.ts'
import { createListModels } from '../list-models.ts'

/** For tests: the sandbox's model server on its own port, called through our adapters. Closed when the test ends. */
export async function openSandboxModels() {
  const app = Fastify()
  await app.register(mountModelServer, { prefix: '/sandbox/openai' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const url = `${origin}/sandbox/openai/v1`
  const outside = { fetch: createGuardedFetch({ allow: [], own: () => origin }), sandboxUrl: () => url }
  return { app, url, chat: createChatPort(outside), listModels: createListModels(outside) }
}
