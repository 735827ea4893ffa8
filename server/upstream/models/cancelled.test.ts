import { describe, expect, test } from 'vitest'
import type { ModelSettings } from '#server/engine/ports.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { AppError } from '#shared/errors.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createChatPort } from './chat-model.ts'

const stopped = () => new AppError('STOPPED', 'You stopped it.')
const azure = 'https://shop.openai.azure.com/openai/deployments/mini?api-version=2024-10-21'
const bedrock = 'https://bedrock-runtime.eu-central-1.amazonaws.com'

describe('stopping reaches the provider', () => {
  test.each<[string, Partial<ModelSettings>]>([
    ['openai', {}],
    ['azure', { baseUrl: azure }],
    ['groq', {}],
    ['anthropic', {}],
    ['google', {}],
    ['ollama', {}],
    ['cohere', {}],
    ['bedrock', { apiKey: 'AKIA\ns\n', baseUrl: bedrock }],
    ['huggingface', {}],
    ['huggingface', { customBaseUrl: 'https://own.example' }],
    ['replicate', { model: 'a/b' }],
  ])('%s %j: the connection to a thinking model is closed', async (provider, more) => {
    const { chat, open, closed } = await aSilentProvider()
    const stop = new AbortController()
    const settings = { provider, model: 'm', apiKey: 'k', ...more }
    const request = { messages: [{ role: 'user' as const, content: 'Hello' }] }

    const requested = chat(settings, request, { stream: true, signal: stop.signal }).next()
    requested.catch(() => undefined)
    await expect.poll(open).toBe(1)
    stop.abort(stopped())

    await expect(requested).rejects.toMatchObject({ code: 'STOPPED' })
    await expect.poll(closed).toBe(1)
  })

  test('from a complete flow as well', async () => {
    const { chat, open, closed } = await aSilentProvider()
    const stop = new AbortController()
    const flow = aConversationFlow({ model: { name: 'chatOpenAI', credential: 'chosen' } })
    const run = prepareRun({ flow, chat, signal: stop.signal })

    const answer = run.run()
    answer.catch(() => undefined)
    await expect.poll(open).toBe(1)
    stop.abort(stopped())

    await expect(answer).rejects.toMatchObject({ code: 'STOPPED' })
    await expect.poll(closed).toBe(1)
    expect(run.events.some((event) => event.type === 'model_stopped' && event.reason === 'aborted')).toBe(
      true,
    )
  })
})

async function aSilentProvider() {
  let closed = 0
  const { origin, hits } = await listen((request, response) => {
    request.resume()
    response.on('close', () => {
      closed += 1
    })
  })
  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const fetch: typeof guarded = (url, init) => guarded(String(url).replace(/^https?:\/\/[^/]+/, origin), init)
  return { chat: createChatPort({ fetch, sandboxUrl: () => origin }), open: hits, closed: () => closed }
}
