import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const inObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const depths = [300, 3_000, 100_000]

test('deeply nested JSON is a client error, wherever it is sent', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const flowData = JSON.stringify(aConversationFlow({ model: { name: 'chatOpenAI' } }))
  const flow = (
    await root.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Public', flowData, isPublic: true })
  ).json()
  const send = async (method: 'POST' | 'PUT', url: string, payload: string) =>
    (
      await app.inject({
        ...{ method, url, payload },
        headers: { ...root.headers, 'content-type': 'application/json' },
      })
    ).statusCode

  const found: Record<string, number> = {}
  for (const depth of depths) {
    for (const [name, value] of Object.entries({ lists: deep(depth), objects: inObjects(depth) })) {
      const text = JSON.stringify(value)
      const node = JSON.stringify(
        `{"nodes":[{"id":"a","data":{"name":"stickyNote","inputs":{"note":${value}}}}],"edges":[]}`,
      )
      const requests: [string, 'POST' | 'PUT', string, string][] = [
        ['question', 'POST', `/api/v1/prediction/${flow.id}`, `{"question":${value}}`],
        [
          'override',
          'POST',
          `/api/v1/prediction/${flow.id}`,
          `{"question":"Hi","overrideConfig":{"a":${value}}}`,
        ],
        ['flow', 'POST', '/api/v1/chatflows', `{"name":"Deep","flowData":${text}}`],
        ['node', 'POST', '/api/v1/chatflows', `{"name":"Deep","flowData":${node}}`],
        ['node of a stored flow', 'PUT', `/api/v1/chatflows/${flow.id}`, `{"flowData":${node}}`],
        ['configuration', 'PUT', `/api/v1/chatflows/${flow.id}`, `{"chatbotConfig":${text}}`],
        ['import', 'POST', '/api/v1/export-import/import', `{"Tool":${value}}`],
        [
          'import of a flow',
          'POST',
          '/api/v1/export-import/import',
          `{"ChatFlow":[{"name":"Deep","flowData":${node}}]}`,
        ],
        ['tRPC', 'POST', '/trpc/flows.create', `{"name":"Deep","flowData":${text}}`],
        ['tRPC body', 'POST', '/trpc/flows.create', value],
        [
          'credential',
          'POST',
          '/api/v1/credentials',
          `{"name":"a","credentialName":"openAIApi","plainDataObj":${value}}`,
        ],
        [
          'tool',
          'POST',
          '/api/v1/tools',
          `{"name":"a","description":"b","color":"c","schema":${text},"func":"return 1"}`,
        ],
      ]
      for (const [kind, ...request] of requests) {
        found[`${kind}: ${depth} ${name}`] = await send(...request)
      }
    }
  }

  expect(Object.entries(found).filter(([, status]) => status >= 500)).toEqual([])
  expect(found['override: 3000 lists']).toBe(400)
  expect(found['tRPC body: 100000 objects']).toBe(400)
  expect(found['node: 3000 objects']).toBe(400)
})

test('deeply nested JSON in a query string is a client error', async () => {
  const { app, signUp } = await createTestApp()
  const { headers } = await signUp('root')

  const { statusCode } = await app.inject({ url: `/trpc/flows.get?input=${deep(3_000)}`, headers })

  expect(statusCode).toBe(400)
})
