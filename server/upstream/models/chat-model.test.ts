import { describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction-scope.ts'
import type { ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { openSandboxModels } from './testing/sandbox-models.ts'
import { callProvider } from './testing/wire-server.ts'

const settings: ModelSettings = { provider: 'flowtill', model: 'flowtill-demo', apiKey: 'sandbox-test' }
const about = (content: string): ChatRequest => ({ messages: [{ role: 'user', content }] })

describe('a model of the sandbox', () => {
  test('answers token by token, and counts', async () => {
    const models = await openSandboxModels()

    const { pieces, reply } = await callProvider(models, settings, {
      ...about('Say exactly: Good morning Izmir'),
      stream: true,
    })

    const usage = { input: 11, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0 }
    expect(pieces).toEqual([{ text: 'Good' }, { text: ' morning' }, { text: ' Izmir' }, { usage }])
    expect(reply).toEqual({ text: 'Good morning Izmir', usage, estimated: false })
  })

  test('answers without streaming', async () => {
    const models = await openSandboxModels()

    const { pieces, reply } = await callProvider(models, settings, {
      ...about('Say exactly: Good morning'),
      stream: false,
    })

    expect(pieces.map((piece) => Object.keys(piece)[0])).toEqual(['usage', 'text'])
    expect(reply).toMatchObject({ text: 'Good morning', estimated: false, usage: { output: 3 } })
  })

  test.each([true, false])('calls tools and receives their results (stream: %s)', async (stream) => {
    const models = await openSandboxModels()
    const tools = [
      {
        name: 'get_weather',
        description: 'Weather of a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ]
    const requested = about('What is the weather in Paris?')

    const { reply } = await callProvider(models, settings, { ...requested, tools, stream })
    const [call] = reply.toolCalls ?? []
    const { reply: answer } = await callProvider(models, settings, {
      messages: [
        ...requested.messages,
        { role: 'assistant', content: '', toolCalls: reply.toolCalls ?? [] },
        { role: 'tool', content: '21 degrees', toolCallId: call?.id ?? '', toolName: 'get_weather' },
      ],
      tools,
      stream,
    })

    expect(reply).toMatchObject({ text: '', toolCalls: [{ name: 'get_weather', args: { city: 'Paris' } }] })
    expect(answer.text).toBe('**get_weather** answered: 21 degrees')
  })

  test.each([
    ['usage=late', false],
    ['usage=cumulative', false],
    ['usage=missing', true],
  ])('with %s', async (order, estimated) => {
    const models = await openSandboxModels()
    const requested = about(`Go on [[sandbox tokens=5 delay=0 ${order}]]`)

    for (const stream of [true, false]) {
      const { reply } = await callProvider(models, settings, { ...requested, stream })

      expect(reply).toMatchObject({ text: 'one two three four five', estimated })
      expect(reply.usage.output).toBe(estimated ? 0 : 5)
    }
  })

  test.each([
    ['cut=3', 'The connection to The Flowtill Demo model broke before the answer was complete. Try again.'],
    [
      'fail=3',
      'The Flowtill Demo model stopped with an error: The server had an error while processing your request.',
    ],
    [
      'malformed=3',
      'The Flowtill Demo model sent an answer that could not be read. Check the address and try again.',
    ],
  ])('a stream with %s is an error, after the text received so far', async (order, message) => {
    const { chat } = await openSandboxModels()
    const received: string[] = []
    const read = async () => {
      const requested = about(`Go on [[sandbox tokens=9 delay=3 ${order}]]`)
      for await (const piece of chat(settings, requested, {
        stream: true,
        signal: new AbortController().signal,
      })) {
        received.push('text' in piece ? piece.text : '')
      }
    }

    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message })

    expect(received.join('')).toBe('one two three')
  })

  test.each([
    ['cut=1', 'The connection to The Flowtill Demo model broke before the answer was complete. Try again.'],
    [
      'malformed=1',
      'The Flowtill Demo model sent an answer that could not be read. Check the address and try again.',
    ],
  ])('a non-streamed answer with %s is an error', async (order, message) => {
    const models = await openSandboxModels()

    await expect(
      callProvider(models, settings, { ...about(`x [[sandbox ${order}]]`), stream: false }),
    ).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message,
    })
  })

  test.each([
    [401, 'UPSTREAM_FAILED', 'The Flowtill Demo model answered 401: Incorrect API key provided.'],
    [
      429,
      'RATE_LIMITED',
      'The Flowtill Demo model answered 429: Rate limit reached for this model. Please try again in a moment.',
    ],
    [
      500,
      'UPSTREAM_FAILED',
      'The Flowtill Demo model answered 500: The server had an error while processing your request.',
    ],
  ])('reports a rejection with %i', async (status, code, message) => {
    const models = await openSandboxModels()

    for (const stream of [true, false]) {
      const requested = callProvider(models, settings, { ...about(`x [[sandbox error=${status}]]`), stream })

      await expect(requested).rejects.toMatchObject({ code, message })
    }
  })

  test('is aborted after its timeout', async () => {
    const models = await openSandboxModels()
    const requested = { ...about('x [[sandbox latency=2000]]'), stream: true }

    await expect(callProvider(models, { ...settings, timeoutMs: 50 }, requested)).rejects.toMatchObject({
      code: 'TIMED_OUT',
      message: 'The Flowtill Demo model did not answer in time. Try again in a moment.',
    })
  })

  test('is stopped for its reason before the answer begins', async () => {
    const models = await openSandboxModels()
    const stop = new AbortController()
    const reason = new AppError('STOPPED', 'You stopped it.')
    models.app.server.once('request', () => stop.abort(reason))

    const requested = callProvider(models, settings, {
      ...about('x [[sandbox latency=20000]]'),
      stream: true,
      signal: stop.signal,
    })

    await expect(requested).rejects.toBe(reason)
  })

  test('is stopped for its reason within the answer', async () => {
    const { chat } = await openSandboxModels()
    const stop = new AbortController()
    const reason = new AppError('STOPPED', 'You stopped it.')
    const read = async () => {
      const requested = about('x [[sandbox tokens=500 delay=5]]')
      for await (const _ of chat(settings, requested, { stream: true, signal: stop.signal })) {
        stop.abort(reason)
      }
    }

    await expect(read()).rejects.toBe(reason)
  })

  test('closes the connection when its consumer stops reading', async () => {
    const { app, chat } = await openSandboxModels()
    const closed = new Promise<void>((resolve) => {
      app.server.on('connection', (socket) => socket.on('close', () => resolve()))
    })
    const requested = about('x [[sandbox tokens=5000 delay=2]]')

    for await (const _ of chat(settings, requested, { stream: true, signal: new AbortController().signal })) {
      break
    }

    await closed
  })

  test('cannot be called inside a transaction', async () => {
    const models = await openSandboxModels()
    const call = () => callProvider(models, settings, { ...about('x'), stream: false })
    const work = inTransaction(call, async (marked) => ({ result: await marked() }))

    await expect(work).rejects.toThrow('A model call was started inside a transaction.')
  })
})
