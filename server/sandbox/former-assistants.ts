import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { WireError } from './model-contract.ts'

const MAX_ACCOUNTS = 20
const MAX_ASSISTANTS = 100

const assistantBody = z.looseObject({
  model: z.string().min(1).max(255),
  name: z.string().max(256).nullish(),
})
type Assistant = z.infer<typeof assistantBody> & { id: string; object: 'assistant'; created_at: number }
type Addressed = FastifyRequest<{ Params: { id: string } }>

/** OpenAI's former Assistants API, as the servers that still answer it. */
export async function mountFormerAssistants(app: FastifyInstance) {
  const accounts = new LRUCache<string, LRUCache<string, Assistant>>({ max: MAX_ACCOUNTS })
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['openai-beta'] !== 'assistants=v2') {
      throw new WireError(400, "You must provide the 'OpenAI-Beta' header to access the Assistants API.")
    }
  })

  const at = ({ headers }: FastifyRequest) => {
    const key = headers.authorization ?? ''
    const account = accounts.get(key) ?? new LRUCache<string, Assistant>({ max: MAX_ASSISTANTS })
    accounts.set(key, account)
    return account
  }
  const find = (request: Addressed) => {
    const { id } = request.params
    const assistant = at(request).get(id)
    if (!assistant) {
      throw new WireError(404, `No assistant found with id '${id}'.`)
    }
    return assistant
  }

  app.get('/v1/assistants', (request) => ({
    ...{ object: 'list', has_more: false },
    data: [...at(request).values()],
  }))
  app.post('/v1/assistants', (request) => {
    const assistant: Assistant = {
      ...assistantBody.parse(request.body),
      ...{ id: `asst_${randomUUID().replaceAll('-', '')}`, object: 'assistant' },
      created_at: Math.floor(Date.now() / 1000),
    }
    at(request).set(assistant.id, assistant)
    return assistant
  })
  app.get('/v1/assistants/:id', find)
  app.delete('/v1/assistants/:id', (request: Addressed) => {
    const { id } = find(request)
    at(request).delete(id)
    return { id, object: 'assistant.deleted', deleted: true }
  })
}
