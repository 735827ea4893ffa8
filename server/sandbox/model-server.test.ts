import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mountModelServer } from './model-server.ts'

const key = { authorization: 'Bearer sandbox-test' }

describe('a chat', () => {
  test('is answered without streaming', async () => {
    const app = await openServer()

    const { statusCode, body } = await post(app, { messages: [user('Say exactly: Hello')] })

    expect(statusCode).toBe(200)
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'flowtill-demo',
      choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 1, total_tokens: body.usage.prompt_tokens + 1 },
    })
  })

  test('is answered as a stream, with the usage at its end on request', async () => {
    const app = await openServer()
    const request = { messages: [user('Say exactly: Good morning')], stream: true }

    const plain = await stream(app, request)
    const counted = await stream(app, { ...request, stream_options: { include_usage: true } })

    expect(plain.map(deltaOf).join('')).toBe('Good morning')
    expect(plain.some((frame) => frame.usage)).toBe(false)
    expect(counted.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } })
    expect(counted.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  })

  test('respects the requested length, and the stop sequences', async () => {
    const app = await openServer()
    const messages = [user('Say exactly: one two three four')]

    const short = await post(app, { messages, max_tokens: 2 })
    const shorter = await post(app, { messages, max_completion_tokens: 1 })
    const stopped = await post(app, { messages, stop: ['three', 'four'] })

    expect(short.body.choices[0]).toMatchObject({ message: { content: 'one two' }, finish_reason: 'length' })
    expect(shorter.body.choices[0].message.content).toBe('one')
    expect(stopped.body.choices[0]).toMatchObject({ message: { content: 'one two' }, finish_reason: 'stop' })
  })

  test('calls tools, and answers from their results', async () => {
    const app = await openServer()
    const tools = [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Weather of a city',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
    ]
    const requested = user('What is the weather in Paris?')

    const unstreamed = await post(app, { messages: [requested], tools })
    const streamed = await stream(app, { messages: [requested], tools, stream: true })
    const { message } = unstreamed.body.choices[0]
    const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '21 degrees' }
    const after = await post(app, { messages: [requested, message, result], tools })

    const call = { function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }
    expect(unstreamed.body.choices[0]).toMatchObject({
      message: { content: null, tool_calls: [call] },
      finish_reason: 'tool_calls',
    })
    expect(streamed.find((frame) => frame.choices[0]?.delta.tool_calls)).toMatchObject({
      choices: [{ delta: { tool_calls: [{ index: 0, ...call }] } }],
    })
    expect(after.body.choices[0].message.content).toBe('**get_weather** answered: 21 degrees')
  })

  test('understands content in parts, and JSON formats', async () => {
    const app = await openServer()
    const content = [
      { type: 'text', text: '6*7' },
      { type: 'image_url', image_url: { url: 'data:,' } },
    ]
    const schema = { type: 'object', properties: { count: { type: 'integer' } } }

    const parts = await post(app, { messages: [{ role: 'user', content }] })
    const json = await post(app, {
      messages: [user('I have 3 cats')],
      response_format: { type: 'json_schema', json_schema: { name: 'cats', schema } },
    })

    expect(parts.body.choices[0].message.content).toBe('6 × 7 = **42**')
    expect(json.body.choices[0].message.content).toBe('{"count":3}')
  })
})

describe('rejects', () => {
  test.each([
    [{}, 'You did not provide an API key.'],
    [{ authorization: 'Bearer sk-wrong' }, 'Incorrect API key provided.'],
    [{ authorization: 'Basic sandbox' }, 'You did not provide an API key.'],
  ])('keys other than its own: %j', async (headers, message) => {
    const app = await openServer()

    const answers = await Promise.all([
      app.inject({ method: 'GET', url: '/sandbox/openai/v1/models', headers }),
      app.inject({ method: 'POST', url: '/sandbox/openai/v1/chat/completions', headers, payload: {} }),
      app.inject({ method: 'POST', url: '/sandbox/openai/v1/embeddings', headers, payload: {} }),
    ])

    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json().error.message).toContain(message)
    }
  })

  test.each([
    [{ messages: [] }, "Invalid value for 'messages'"],
    [{}, "Invalid value for 'messages'"],
    [{ messages: [{ role: 'robot', content: 'x' }] }, "Invalid value for 'messages.0.role'"],
    [{ messages: [user('x')], max_tokens: 0 }, "Invalid value for 'max_tokens'"],
    [{ messages: [user('x')], temperature: 9 }, "Invalid value for 'temperature'"],
  ])('invalid requests: %j', async (request, message) => {
    const app = await openServer()

    const { statusCode, body } = await post(app, request)

    expect(statusCode).toBe(400)
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.stringContaining(message),
    })
  })

  test('in OpenAI format, for any error', async () => {
    const app = await openServer()

    const broken = await app.inject({
      method: 'POST',
      url: '/sandbox/openai/v1/chat/completions',
      headers: { ...key, 'content-type': 'application/json' },
      payload: '{"messages":',
    })
    const nowhere = await app.inject({ url: '/sandbox/openai/v1/images', headers: key })
    const ordered = await post(app, { messages: [user('x [[sandbox error=429]]')] })

    expect([broken.statusCode, nowhere.statusCode, ordered.statusCode]).toEqual([400, 404, 429])
    expect(broken.json().error.type).toBe('invalid_request_error')
    expect(nowhere.json().error.message).toBe('There is nothing at this address.')
    expect(ordered.body.error).toMatchObject({ type: 'rate_limit_exceeded' })
  })
})

test('a header requests errors the way a message does', async () => {
  const app = await openServer()

  const answer = await app.inject({
    method: 'POST',
    url: '/sandbox/openai/v1/chat/completions',
    headers: { ...key, 'x-sandbox': 'tokens=7 usage=missing' },
    payload: { model: 'any', messages: [user('Hello')] },
  })

  expect(answer.json().choices[0].message.content.split(' ')).toHaveLength(7)
  expect(answer.json()).not.toHaveProperty('usage')
})

test('a stream is written at reading speed', async () => {
  const app = await openServer()
  const began = performance.now()

  await stream(app, { messages: [user('x [[sandbox tokens=20]]')], stream: true })

  expect(performance.now() - began).toBeGreaterThan(20 * 7)
})

test('texts become vectors, as numbers or as bytes', async () => {
  const app = await openServer()
  const embed = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/sandbox/openai/v1/embeddings',
      headers: key,
      payload: { model: 'flowtill-embed', ...payload },
    })

  const one = (await embed({ input: 'tea' })).json()
  const many = (await embed({ input: ['tea', 'milk'], dimensions: 16 })).json()
  const bytes = (await embed({ input: 'tea', encoding_format: 'base64' })).json()

  expect(one.data[0].embedding).toHaveLength(256)
  expect(many.data.map(({ embedding }: { embedding: number[] }) => embedding.length)).toEqual([16, 16])
  expect(many.usage).toEqual({ prompt_tokens: 2, total_tokens: 2 })
  const floats = new Float32Array(new Uint8Array(Buffer.from(bytes.data[0].embedding, 'base64')).buffer)
  expect([...floats]).toEqual([...new Float32Array(one.data[0].embedding)])
})

test('lists its models', async () => {
  const app = await openServer()

  const answer = await app.inject({ url: '/sandbox/openai/v1/models', headers: key })

  expect(answer.json().data.map(({ id }: { id: string }) => id)).toEqual(['flowtill-demo', 'flowtill-embed'])
})

function user(content: string) {
  return { role: 'user', content }
}

async function openServer() {
  const app = Fastify()
  await app.register(mountModelServer, { prefix: '/sandbox/openai' })
  onTestFinished(() => app.close())
  return app
}

type App = Awaited<ReturnType<typeof openServer>>

async function post(app: App, request: object) {
  const answer = await app.inject({
    method: 'POST',
    url: '/sandbox/openai/v1/chat/completions',
    headers: key,
    payload: { model: 'flowtill-demo', ...request },
  })
  return { statusCode: answer.statusCode, body: answer.json() }
}

type Frame = { choices: { delta: { content?: string; tool_calls?: unknown } }[]; usage?: object }

async function stream(app: App, request: object): Promise<Frame[]> {
  const answer = await app.inject({
    method: 'POST',
    url: '/sandbox/openai/v1/chat/completions',
    headers: key,
    payload: { model: 'flowtill-demo', ...request },
  })
  expect(answer.headers['content-type']).toContain('text/event-stream')
  const lines = answer.body.split('\n\n').filter((line) => line !== '')
  expect(lines.at(-1)).toBe('data: [DONE]')
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)))
}

function deltaOf({ choices }: Frame) {
  return choices[0]?.delta.content ?? ''
}
