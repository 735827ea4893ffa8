import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { unpackSummaries } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

const MAX_BYTES = 60_000

test('summaries name every node with its ports, in less than 60 KB', async () => {
  const { app, signUp } = await createTestApp()
  const { call, headers } = await signUp('ada')
  const templates: NodeTemplate[] = (await call('GET', '/nodes')).json()

  const response = await app.inject({ url: '/trpc/nodes.summaries', headers })

  const summaries = unpackSummaries(response.json().result.data)
  expect(response.rawPayload.length).toBeLessThanOrEqual(MAX_BYTES)
  for (const [index, { type: _, inputs, outputs, credential, ...card }] of templates.entries()) {
    expect(summaries[index]).toMatchObject(card)
    expect(summaries[index]?.credential?.credentialNames).toEqual(credential?.credentialNames)
    expect(summaries[index]?.gives).toHaveLength(outputs.length)
    for (const port of summaries[index]?.takes ?? []) {
      expect(inputs.map(({ name, type }) => `${name}-${type}`)).toContain(port)
    }
  }
  expect(summaries.find(({ name }) => name === 'conversationChain')?.takes).toContain('model-BaseChatModel')
})
