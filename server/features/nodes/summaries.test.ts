import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { hasPort, maxTemplates, unpackSummaries } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

const MAX_BYTES = 64_000

test('summaries describe every node with its ports, in less than 64 KB', async () => {
  const { app, signUp } = await createTestApp()
  const { call, headers } = await signUp('ada')
  const templates: NodeTemplate[] = (await call('GET', '/nodes')).json()

  const response = await app.inject({ url: '/trpc/nodes.summaries', headers })

  const summaries = unpackSummaries(response.json().result.data)
  expect(response.rawPayload.length).toBeLessThanOrEqual(MAX_BYTES)
  for (const [index, { type: _, inputs, outputs, credential, ...card }] of templates.entries()) {
    expect(summaries[index]).toMatchObject(card)
    expect(summaries[index]?.credential?.credentialNames).toEqual(credential?.credentialNames)
    expect(summaries[index]?.outputs).toEqual(outputs.map(({ name, baseClasses }) => ({ name, baseClasses })))
    const ports = inputs.filter(hasPort)
    expect(summaries[index]?.inputs).toEqual(
      ports.map(({ name, type, list, acceptVariable }) => ({
        name,
        type,
        ...(list && { list }),
        ...(acceptVariable && { acceptVariable }),
      })),
    )
  }
  const chain = summaries.find(({ name }) => name === 'conversationChain')
  expect(chain?.inputs).toContainEqual({ name: 'model', type: 'BaseChatModel' })
})

test('full templates are loaded by name, compressed, and revalidated by their tag', async () => {
  const { app, signUp } = await createTestApp()
  const { call, headers } = await signUp('ada')
  const load = (names: string[], more: Record<string, string> = {}) =>
    app.inject({
      url: `/trpc/nodes.templates?input=${encodeURIComponent(JSON.stringify({ names }))}`,
      headers: { ...headers, ...more },
    })

  const loaded = await load(['chatOpenAI', 'calculator', 'noSuchKind'])
  const brotli = await load(['chatOpenAI', 'calculator'], { 'accept-encoding': 'br' })
  const other = await load(['bufferMemory'], { 'accept-encoding': 'br' })
  const again = await load(['chatOpenAI', 'calculator'], { 'if-none-match': String(brotli.headers.etag) })

  const templates: NodeTemplate[] = (await call('GET', '/nodes')).json()
  expect(loaded.json().result.data).toEqual(
    templates.filter(({ name }) => name === 'chatOpenAI' || name === 'calculator'),
  )
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(other.headers.etag).not.toBe(brotli.headers.etag)
  expect(again.statusCode).toBe(304)
  expect((await load(Array.from({ length: maxTemplates + 1 }, String))).statusCode).toBe(400)
})
