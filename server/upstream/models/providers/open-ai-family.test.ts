import { describe, expect, test } from 'vitest'
import { priceCall, shippedPrices } from '#server/features/usage/price.ts'
import { addressOf } from '../addresses.ts'
import { chunk, recorded, usageOf } from '../testing/recorded-open-ai-family.ts'
import { callProvider, frames, openWire } from '../testing/wire-server.ts'

const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }
const requested = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hello' },
]

describe.each(recorded)('$provider', ({ provider, name, address, settings, ...wire }) => {
  const model = { provider, model: 'm', apiKey: 'a-key', temperature: 0.5, maxOutputTokens: 99, ...settings }

  test('is called at its own address, in its own format', async () => {
    const server = await openWire({ chunks: frames(...wire.stream) })

    await callProvider(server, model, { ...hello, stream: true })

    expect(addressOf({ provider }, { fetch, sandboxUrl: () => '' })).toBe(address)
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        path: `${new URL(address).pathname.replace(/\/$/, '')}/chat/completions`,
        headers: { authorization: 'Bearer a-key' },
      },
    ])
    expect(server.seen[0]?.body).toEqual({
      model: 'm',
      messages: requested,
      temperature: 0.5,
      max_tokens: 99,
      stream: true,
      ...wire.request,
    })
  })

  test('has its stream parsed, and its usage charged', async () => {
    const server = await openWire({ chunks: frames(...wire.stream) })

    const { pieces, reply } = await callProvider(server, model, { ...hello, stream: true })

    expect(reply).toEqual({ ...wire.reply, estimated: false })
    expect(pieces.at(-1)).toEqual({ usage: wire.reply.usage })
    expect(pieces.flatMap((piece) => ('text' in piece ? [piece.text] : [])).join('')).toBe(wire.reply.text)
  })

  test('reports the reason for an error', async () => {
    const server = await openWire(wire.rejection)

    await expect(callProvider(server, model, { ...hello, stream: true })).rejects.toMatchObject({
      code: wire.rejection.status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_FAILED',
      message: wire.message,
    })
  })

  test('that breaks off fails', async () => {
    const server = await openWire({ chunks: frames(wire.stream[0]), isCut: true })

    await expect(callProvider(server, model, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining(name),
    })
  })
})

describe('provider differences', () => {
  test.each([
    ['Groq', 'groq', { choices: [], x_groq: { error: 'over_capacity' } }, 'over_capacity.'],
    [
      'OpenRouter',
      'openrouter',
      {
        choices: [],
        error: { code: 502, message: 'Provider disconnected', metadata: { provider_name: 'Acme' } },
      },
      'Provider disconnected.',
    ],
  ])('%s can fail during a stream', async (name, provider, issue, message) => {
    const server = await openWire({ chunks: frames(chunk({ content: 'Good ' }), issue) })
    const seen: unknown[] = []
    const calls = server.chat({ provider, model: 'm', apiKey: 'k' }, hello, {
      stream: true,
      signal: new AbortController().signal,
    })
    const reading = (async () => {
      for await (const piece of calls) {
        seen.push(piece)
      }
    })()

    await expect(reading).rejects.toMatchObject({ message: `${name} stopped with an error: ${message}` })
    expect(seen).toEqual([{ text: 'Good ' }])
  })

  test('thinking that is included in the answer is not counted twice', async () => {
    const usage = {
      prompt_tokens: 500,
      completion_tokens: 500,
      total_tokens: 1000,
      completion_tokens_details: { reasoning_tokens: 200 },
    }
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Yes' }, finish_reason: 'stop' }]
    const server = await openWire({ body: { choices, usage } })

    const { reply } = await callProvider(server, { provider: 'xai', model: 'm' }, { ...hello, stream: false })

    expect(reply.usage).toEqual(usageOf({ input: 500, output: 500, reasoning: 200 }))
  })

  test('a non-streamed answer can have several parts', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Yes' },
    ]
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    const server = await openWire({ body: { choices, usage: { prompt_tokens: 3, completion_tokens: 2 } } })

    const { reply } = await callProvider(
      server,
      { provider: 'mistral', model: 'm' },
      { ...hello, stream: false },
    )

    expect(reply).toMatchObject({ text: 'Yes', reasoning: 'Hm.' })
    expect(server.seen[0]?.body).not.toHaveProperty('stream')
  })

  test('a custom address is named as such, and receives its key', async () => {
    const server = await openWire({ status: 500, body: '' })
    const settings = {
      provider: 'mistral',
      model: 'm',
      apiKey: 'k',
      customBaseUrl: 'https://m.example/api/v1/',
    }

    await expect(callProvider(server, settings, { ...hello, stream: true })).rejects.toMatchObject({
      message: expect.stringMatching(/^The model server answered 500/),
    })
    expect(server.seen[0]).toMatchObject({ path: '/api/v1/chat/completions' })
  })

  test('summaries of thinking are requested from OpenAI only', async () => {
    const server = await openWire({ chunks: frames(chunk({ content: 'x' }), chunk({}, 'stop'), '[DONE]') })
    const providerOptions = { reasoningEffort: 'low', reasoningSummary: 'auto' }
    const settings = {
      provider: 'openai',
      model: 'm',
      customBaseUrl: 'https://m.example/v1',
      providerOptions,
    }

    await callProvider(server, settings, { ...hello, stream: true })

    expect(server.seen[0]?.body).toMatchObject({ reasoning_effort: 'low' })
    expect(server.seen[0]?.body).not.toHaveProperty('reasoningSummary')
  })
})

test('Groq’s answers cost the prices Groq lists', () => {
  const price = shippedPrices.find(
    ({ provider, model }) => provider === 'groq' && model === 'openai/gpt-oss-120b',
  )

  const million = usageOf({ input: 1_000_000, output: 1_000_000 })
  expect(price && priceCall(price, million).costMicro).toBe(750_000)
})
