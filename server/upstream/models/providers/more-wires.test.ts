import { generateKeyPairSync } from 'node:crypto'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import { describe, expect, test } from 'vitest'
import type { ModelSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { callProvider, frames, openWire } from '../testing/wire-server.ts'

const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }
const counted = { input: 30, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0 }

describe('Cohere', () => {
  const cohere = { provider: 'cohere', model: 'command-a-03-2025', apiKey: 'k' }
  const usage = { tokens: { input_tokens: 30, output_tokens: 20 } }

  test('receives requests in its own format, and its stream is parsed', async () => {
    const wire = await openWire({
      chunks: frames(
        { type: 'message-start', id: 'm1' },
        { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
        { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Good ' } } } },
        { type: 'content-delta', index: 0, delta: { message: { content: { text: 'day' } } } },
        { type: 'content-end', index: 0 },
        { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage } },
      ),
    })

    const { pieces, reply } = await callProvider(
      wire,
      { ...cohere, temperature: 0.5 },
      { ...hello, stream: true },
    )

    expect(pieces).toEqual([{ text: 'Good ' }, { text: 'day' }, { usage: counted }])
    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        path: '/v2/chat',
        headers: { authorization: 'Bearer k' },
        body: {
          model: 'command-a-03-2025',
          stream: true,
          temperature: 0.5,
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: 'Hello' },
          ],
        },
      },
    ])
  })

  test('reports the reason for an error', async () => {
    const wire = await openWire({ status: 401, body: { message: 'invalid api token' } })

    await expect(callProvider(wire, cohere, { ...hello, stream: true })).rejects.toMatchObject({
      message: 'Cohere answered 401: invalid api token.',
    })
  })

  test('lists its models', async () => {
    const wire = await openWire({ body: { models: [{ name: 'command-r' }, { name: 'command-a' }] } })

    expect(await wire.listModels({ provider: 'cohere', apiKey: 'k' })).toEqual(['command-a', 'command-r'])
    expect(wire.seen[0]).toMatchObject({ path: '/v1/models?endpoint=chat&page_size=1000' })
  })
})

describe('Bedrock', () => {
  const bedrock = {
    provider: 'bedrock',
    model: 'amazon.nova-lite-v1:0',
    apiKey: 'AKIATEST\nverysecret\n',
    baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
  }
  const usage = { inputTokens: 30, outputTokens: 20, totalTokens: 50 }

  test('is called with a signature for its region, and answers without streaming', async () => {
    const wire = await openWire({
      body: {
        output: { message: { role: 'assistant', content: [{ text: 'Good day' }] } },
        stopReason: 'end_turn',
        usage,
      },
    })

    const { reply } = await callProvider(wire, bedrock, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        path: '/model/amazon.nova-lite-v1%3A0/converse',
        headers: {
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/,
          ),
        },
        body: {
          system: [{ text: 'Be kind.' }],
          messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
        },
      },
    ])
    expect(JSON.stringify(wire.seen)).not.toContain('verysecret')
  })

  test('has its stream parsed', async () => {
    const wire = await openWire({
      chunks: [
        event('messageStart', { role: 'assistant' }),
        event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Good ' } }),
        event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'day' } }),
        event('contentBlockStop', { contentBlockIndex: 0 }),
        event('messageStop', { stopReason: 'end_turn' }),
        event('metadata', { usage }),
      ],
      type: 'application/vnd.amazon.eventstream',
    })

    const { pieces, reply } = await callProvider(wire, bedrock, { ...hello, stream: true })

    expect(pieces).toEqual([{ text: 'Good ' }, { text: 'day' }, { usage: counted }])
    expect(reply.text).toBe('Good day')
    expect(wire.seen[0]?.path).toBe('/model/amazon.nova-lite-v1%3A0/converse-stream')
  })

  test('reports the reason for an error', async () => {
    const wire = await openWire({ status: 403, body: { message: 'The security token is invalid.' } })

    await expect(callProvider(wire, bedrock, { ...hello, stream: false })).rejects.toMatchObject({
      message: 'Amazon Bedrock answered 403: The security token is invalid.',
    })
  })
})

describe('Vertex', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const base = '/v1/projects/shop/locations/us-central1/publishers/google'
  const account = {
    client_email: 'bot@shop.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: 'https://evil.example/token',
  }
  const vertex: ModelSettings = {
    provider: 'vertex',
    model: 'gemini-2.5-flash',
    apiKey: JSON.stringify(account),
    baseUrl: `https://us-central1-aiplatform.googleapis.com${base}`,
  }
  const answer = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Good day' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 20, totalTokenCount: 50 },
  }

  test('is called with a token signed by its service account, which is reused', async () => {
    const wire = await openWire({ body: { access_token: 'ya29.test', expires_in: 3600 } }, { body: answer })

    const { reply } = await callProvider(wire, vertex, { ...hello, stream: false })
    await callProvider(wire, vertex, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen.map(({ path }) => path)).toEqual([
      '/token',
      `${base}/models/gemini-2.5-flash:generateContent`,
      `${base}/models/gemini-2.5-flash:generateContent`,
    ])
    expect(wire.seen[1]?.headers).toMatchObject({ authorization: 'Bearer ya29.test' })
    expect(wire.seen[1]?.headers).not.toHaveProperty('x-goog-api-key')
  })

  test('reports a rejected account, or an invalid key file', async () => {
    const wire = await openWire({ status: 400, body: { error: 'invalid_grant' } })
    const broken = { ...vertex, apiKey: '{"client_email":"a","private_key":"verysecret"}' }

    await expect(
      callProvider(wire, { ...vertex, model: 'm2' }, { ...hello, stream: false }),
    ).rejects.toMatchObject({
      message: 'Google does not accept this service account (400). Check its key file.',
    })
    await expect(callProvider(wire, broken, { ...hello, stream: false })).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: 'The private key in the Google credential cannot be read.',
    })
    await expect(
      callProvider(wire, { ...vertex, apiKey: 'verysecret' }, { ...hello, stream: false }),
    ).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.not.stringContaining('verysecret'),
    })
  })
})

describe('Hugging Face', () => {
  const face = { provider: 'huggingface', model: 'meta-llama/Llama-3.3-70B-Instruct', apiKey: 'hf_test' }
  const endpoint = { ...face, customBaseUrl: 'https://xyz.endpoints.huggingface.cloud' }

  test('is called at its router, which uses the OpenAI protocol', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }]
    const wire = await openWire({ body: { choices, usage: { prompt_tokens: 30, completion_tokens: 20 } } })

    const { reply } = await callProvider(wire, face, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer hf_test' },
        body: { model: 'meta-llama/Llama-3.3-70B-Instruct' },
      },
    ])
  })

  test('is called at a custom endpoint to complete a text', async () => {
    const wire = await openWire({ body: [{ generated_text: 'Good day' }] })
    const settings = { ...endpoint, temperature: 0.5, topK: 5, maxOutputTokens: 99, stopSequences: ['END'] }

    const { reply } = await callProvider(wire, settings, { ...hello, stream: false })

    expect(reply).toMatchObject({ text: 'Good day', estimated: true })
    expect(wire.seen).toMatchObject([
      {
        path: '/',
        body: {
          inputs: 'Be kind.\n\nHello',
          parameters: {
            temperature: 0.5,
            top_k: 5,
            max_new_tokens: 99,
            stop: ['END'],
            return_full_text: false,
          },
        },
      },
    ])
  })

  test('has its stream parsed there, without its control tokens', async () => {
    const wire = await openWire({
      chunks: frames(
        { token: { text: 'Good ', special: false }, generated_text: null },
        { token: { text: 'day', special: false }, generated_text: null },
        { token: { text: '</s>', special: true }, generated_text: 'Good day' },
      ),
    })

    const { pieces, reply } = await callProvider(wire, endpoint, { ...hello, stream: true })

    expect(pieces).toEqual([{ text: 'Good ' }, { text: 'day' }])
    expect(reply.text).toBe('Good day')
  })

  test('that breaks off fails', async () => {
    const wire = await openWire({ chunks: frames({ token: { text: 'Good ' }, generated_text: null }) })

    await expect(callProvider(wire, endpoint, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
  })

  test('reports the reason for an error', async () => {
    const wire = await openWire({ status: 503, body: { error: 'Model is loading' } })

    await expect(callProvider(wire, endpoint, { ...hello, stream: true })).rejects.toMatchObject({
      message: 'The model server answered 503: Model is loading.',
    })
  })
})

describe('Replicate', () => {
  const replicate = { provider: 'replicate', model: 'meta/llama-3', apiKey: 'r8_test' }
  const started = { id: 'p1', status: 'starting', output: null }
  const metrics = { input_token_count: 30, output_token_count: 20 }

  test('is started, polled until it ends, and streamed as it progresses', async () => {
    const wire = await openWire(
      { status: 201, body: { ...started, urls: { get: 'https://evil.example/p1' } } },
      { body: { ...started, status: 'processing', output: ['Good '] } },
      { body: { ...started, status: 'succeeded', output: ['Good ', 'day'], metrics } },
    )
    const settings = { ...replicate, temperature: 0.5, providerOptions: { top_k: 5 } }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(pieces).toEqual([{ text: 'Good ' }, { text: 'day' }])
    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        method: 'POST',
        path: '/v1/models/meta/llama-3/predictions',
        headers: { authorization: 'Bearer r8_test' },
        body: { input: { prompt: 'Be kind.\n\nHello', temperature: 0.5, top_k: 5 } },
      },
      { method: 'GET', path: '/v1/predictions/p1' },
      { method: 'GET', path: '/v1/predictions/p1' },
    ])
  })

  test('runs a version, and answers with the generated image', async () => {
    const output = ['https://replicate.delivery/x/out-0.png']
    const wire = await openWire({ status: 201, body: { ...started, status: 'succeeded', output } })

    const { reply } = await callProvider(
      wire,
      { ...replicate, model: 'a/b:abc123' },
      { ...hello, stream: false },
    )

    expect(reply).toMatchObject({ text: '![](https://replicate.delivery/x/out-0.png)', estimated: true })
    expect(wire.seen[0]).toMatchObject({ path: '/v1/predictions', body: { version: 'abc123' } })
  })

  test('is cancelled when the caller leaves', async () => {
    const wire = await openWire({ status: 201, body: started })
    const stop = new AbortController()

    const requested = callProvider(wire, replicate, { ...hello, stream: true, signal: stop.signal })

    requested.catch(() => undefined)
    // After the first poll the prediction has an id, which cancelling needs.
    await expect.poll(() => wire.seen.length).toBeGreaterThan(1)
    stop.abort(new AppError('STOPPED', 'You stopped it.'))

    await expect(requested).rejects.toMatchObject({ code: 'STOPPED' })
    await expect
      .poll(() => wire.seen.map(({ method, path }) => `${method} ${path}`))
      .toContain('POST /v1/predictions/p1/cancel')
  })

  test.each<[object, string]>([
    [
      { ...started, status: 'failed', error: 'Out of memory' },
      'Replicate stopped with an error: Out of memory.',
    ],
    [{ ...started, status: 'canceled' }, 'Replicate broke off before its answer was complete. Try again.'],
  ])('that fails is reported', async (body, message) => {
    const wire = await openWire({ status: 201, body })

    await expect(callProvider(wire, replicate, { ...hello, stream: true })).rejects.toMatchObject({ message })
  })

  test('reports the reason for an error', async () => {
    const wire = await openWire({
      status: 401,
      body: { title: 'Unauthenticated', detail: 'You did not pass a token' },
    })

    await expect(callProvider(wire, replicate, { ...hello, stream: true })).rejects.toMatchObject({
      message: 'Replicate answered 401: You did not pass a token.',
    })
  })
})

describe('models older than the chat API', () => {
  const usage = { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 }
  const answer = {
    id: 'c',
    created: 1,
    model: 'm',
    choices: [{ text: 'Good day', index: 0, finish_reason: 'stop' }],
    usage,
  }
  const azure = 'https://shop.openai.azure.com/openai/deployments/mini?api-version=2024-10-21'

  test.each<[ModelSettings, string]>([
    [{ provider: 'openai', model: 'gpt-3.5-turbo-instruct', apiKey: 'k' }, '/v1/completions'],
    [
      { provider: 'azure', model: 'gpt-35-turbo-instruct', apiKey: 'k', baseUrl: azure },
      '/openai/deployments/mini/completions?api-version=2024-10-21',
    ],
  ])('complete a text', async (settings, path) => {
    const wire = await openWire({ body: answer })

    const { reply } = await callProvider(wire, settings, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([{ path, body: { prompt: expect.stringContaining('Hello') } }])
  })
})

describe('OpenAI-compatible servers at custom addresses', () => {
  test.each(['localai', 'litellm'])('%s is called where its author configures', async (provider) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }]
    const wire = await openWire({ body: { choices } })

    const { reply } = await callProvider(
      wire,
      { provider, model: 'm', customBaseUrl: 'http://gpu:8000/v1' },
      { ...hello, stream: false },
    )

    expect(reply.text).toBe('Good day')
    expect(wire.seen[0]?.path).toBe('/v1/chat/completions')
  })
})

describe('OpenAI-compatible providers at their own addresses', () => {
  test.each([
    ['nvidia', '/v1/chat/completions'],
    ['sambanova', '/v1/chat/completions'],
  ])('%s', async (provider, path) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }]
    const wire = await openWire({ body: { choices, usage: { prompt_tokens: 30, completion_tokens: 20 } } })

    const { reply } = await callProvider(
      wire,
      { provider, model: 'm', apiKey: 'k' },
      { ...hello, stream: false },
    )

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([{ path, headers: { authorization: 'Bearer k' } }])
  })
})

function event(type: string, body: object): Uint8Array {
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
    (text) => Buffer.from(text, 'utf8'),
  )
  return codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'event' },
      ':event-type': { type: 'string', value: type },
      ':content-type': { type: 'string', value: 'application/json' },
    },
    body: Buffer.from(JSON.stringify(body)),
  })
}
