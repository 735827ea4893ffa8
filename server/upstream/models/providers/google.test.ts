import { describe, expect, test } from 'vitest'
import { callProvider, frames, openWire } from '../testing/wire-server.ts'

const gemini = { provider: 'google', apiKey: 'AIza-test', model: 'gemini-2.5-flash' }
const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }

const usageMetadata = {
  promptTokenCount: 100,
  cachedContentTokenCount: 64,
  candidatesTokenCount: 8,
  thoughtsTokenCount: 12,
  totalTokenCount: 120,
}
const counted = { input: 36, cacheRead: 64, cacheWrite: 0, output: 20, reasoning: 12 }

function candidate(parts: object[], finishReason?: string) {
  return { candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }] }
}

describe('Gemini', () => {
  test('receives requests in its own format, and its stream is parsed', async () => {
    const wire = await openWire({
      chunks: frames(candidate([{ text: 'Hm.', thought: true }]), candidate([{ text: 'Good ' }]), {
        ...candidate([{ text: 'day' }], 'STOP'),
        usageMetadata,
      }),
    })
    const settings = {
      ...gemini,
      temperature: 0.5,
      maxOutputTokens: 99,
      topK: 5,
      providerOptions: {
        thinkingConfig: { thinkingBudget: 0 },
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      },
    }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(pieces).toEqual([{ reasoning: 'Hm.' }, { text: 'Good ' }, { text: 'day' }, { usage: counted }])
    expect(reply).toEqual({ text: 'Good day', reasoning: 'Hm.', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
        headers: { 'x-goog-api-key': 'AIza-test' },
        body: {
          systemInstruction: { parts: [{ text: 'Be kind.' }] },
          contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
          generationConfig: {
            temperature: 0.5,
            maxOutputTokens: 99,
            topK: 5,
            thinkingConfig: { thinkingBudget: 0 },
          },
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
        },
      },
    ])
  })

  test('answers without streaming, with a tool call', async () => {
    const call = { functionCall: { name: 'get_weather', args: { city: 'Paris' } } }
    const wire = await openWire({ body: { ...candidate([call], 'STOP'), usageMetadata } })
    const tools = [
      {
        name: 'get_weather',
        description: 'Weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ]

    const { reply } = await callProvider(wire, gemini, { ...hello, tools, stream: false })

    expect(reply).toMatchObject({
      text: '',
      toolCalls: [{ name: 'get_weather', args: { city: 'Paris' } }],
      usage: counted,
    })
    expect(wire.seen[0]).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash:generateContent',
      body: { tools: [{ functionDeclarations: [{ name: 'get_weather' }] }] },
    })
  })

  test('can have another address, given without a version', async () => {
    const wire = await openWire({ body: { ...candidate([{ text: 'x' }], 'STOP'), usageMetadata } })

    await callProvider(
      wire,
      { ...gemini, customBaseUrl: 'https://gemini.example/' },
      { ...hello, stream: false },
    )
    await callProvider(
      wire,
      { ...gemini, customBaseUrl: 'https://gemini.example/v1' },
      { ...hello, stream: false },
    )

    expect(wire.seen.map(({ path }) => path)).toEqual([
      '/v1beta/models/gemini-2.5-flash:generateContent',
      '/v1/models/gemini-2.5-flash:generateContent',
    ])
  })

  test('reports the reason for an error', async () => {
    const body = {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
      },
    }
    const wire = await openWire({ status: 400, body })

    await expect(callProvider(wire, gemini, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Google answered 400: API key not valid. Please pass a valid API key.',
    })
  })

  test('that withholds its answer fails', async () => {
    const wire = await openWire({ chunks: frames({ ...candidate([], 'SAFETY'), usageMetadata }) })

    await expect(callProvider(wire, gemini, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Google stopped with an error: its content filter withheld the answer.',
    })
  })

  test.each([
    ['goes silent', false],
    ['breaks off', true],
  ])('that %s during a response fails', async (_, isCut) => {
    const wire = await openWire({ chunks: frames(candidate([{ text: 'Good ' }])), isCut })

    await expect(callProvider(wire, gemini, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
  })
})
