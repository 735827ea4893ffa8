import { expect, test } from 'vitest'
import { callProvider, openWire } from '../testing/wire-server.ts'

const azure = {
  provider: 'azure',
  model: 'gpt-4o-mini',
  apiKey: 'k',
  baseUrl: 'https://shop.openai.azure.com/openai/deployments/mini?api-version=2024-10-21',
}
const hello = { messages: [{ role: 'user' as const, content: 'Hello' }] }

test('a deployment in Azure is called at its own address, with its own key header', async () => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }]
  const wire = await openWire({ body: { choices, usage: { prompt_tokens: 3, completion_tokens: 2 } } })

  const { reply } = await callProvider(wire, azure, { ...hello, stream: false })

  expect(reply).toMatchObject({ text: 'Good day', usage: { input: 3, output: 2 } })
  expect(wire.seen).toMatchObject([
    {
      path: '/openai/deployments/mini/chat/completions?api-version=2024-10-21',
      headers: { 'api-key': 'k' },
      body: { messages: [{ role: 'user', content: 'Hello' }] },
    },
  ])
  expect(wire.seen[0]?.headers).not.toHaveProperty('authorization')
})

test('an error of Azure is reported with its reason', async () => {
  const body = {
    error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
  }
  const wire = await openWire({ status: 404, body })

  await expect(callProvider(wire, azure, { ...hello, stream: true })).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: 'Azure OpenAI answered 404: The API deployment for this resource does not exist.',
  })
})
