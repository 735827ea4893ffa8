import { describe, expect, test } from 'vitest'
import { callProvider, openWire } from '../testing/wire-server.ts'

const ollama = { provider: 'ollama', model: 'llama3.2' }
const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }
const type = 'application/x-ndjson'

const line = (content: string, more: object = {}) => ({
  model: 'llama3.2',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content, ...more },
  done: false,
})
const last = { ...line(''), done: true, done_reason: 'stop', prompt_eval_count: 30, eval_count: 20 }
const counted = { input: 30, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0 }

describe('Ollama', () => {
  test('receives requests in its own format, and its stream is parsed', async () => {
    const [first = '', second = ''] =
      lines(line('', { thinking: 'Hm.' }), line('Good '), line('day'), last).match(/.{1,200}/gs) ?? []
    const rest = lines(line('', { thinking: 'Hm.' }), line('Good '), line('day'), last).slice(
      first.length + second.length,
    )
    const wire = await openWire({ chunks: [first, second, rest], type })
    const settings = {
      ...ollama,
      temperature: 0.5,
      topK: 5,
      stopSequences: ['END'],
      providerOptions: { think: true, format: 'json', keep_alive: '1h', num_ctx: 4096, mirostat_tau: 5 },
    }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(pieces).toEqual([{ reasoning: 'Hm.' }, { text: 'Good ' }, { text: 'day' }, { usage: counted }])
    expect(reply).toEqual({ text: 'Good day', reasoning: 'Hm.', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        method: 'POST',
        path: '/api/chat',
        body: {
          model: 'llama3.2',
          stream: true,
          think: true,
          format: 'json',
          keep_alive: '1h',
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: 'Hello' },
          ],
          options: { temperature: 0.5, top_k: 5, stop: ['END'], num_ctx: 4096, mirostat_tau: 5 },
        },
      },
    ])
    expect(wire.seen[0]?.headers).not.toHaveProperty('authorization')
  })

  test('answers without streaming, with a key', async () => {
    const wire = await openWire({ body: { ...last, message: { role: 'assistant', content: 'Good day' } } })

    const { reply } = await callProvider(wire, { ...ollama, apiKey: 'k' }, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen[0]).toMatchObject({ headers: { authorization: 'Bearer k' }, body: { stream: false } })
  })

  test('calls tools, which get ids of ours, and receives their results', async () => {
    const call = (city: string) => ({ function: { name: 'get_weather', arguments: { city } } })
    const wire = await openWire(
      {
        chunks: [
          lines(line('', { tool_calls: [call('Paris')] }), line('', { tool_calls: [call('Rome')] }), last),
        ],
        type,
      },
      { chunks: [lines(line('Warm'), last)], type },
    )
    const tools = [
      { name: 'get_weather', description: 'Weather', parameters: { type: 'object', properties: {} } },
    ]

    const { reply } = await callProvider(wire, ollama, { ...hello, tools, stream: true })
    await callProvider(wire, ollama, {
      messages: [
        ...hello.messages,
        { role: 'assistant', content: '', toolCalls: reply.toolCalls ?? [] },
        { role: 'tool', content: '21', toolCallId: 'call_0', toolName: 'get_weather' },
      ],
      tools,
      stream: true,
    })

    expect(reply.toolCalls).toEqual([
      { id: 'call_0', name: 'get_weather', args: { city: 'Paris' } },
      { id: 'call_1', name: 'get_weather', args: { city: 'Rome' } },
    ])
    expect(wire.seen[0]?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
    })
    expect(wire.seen[1]?.body).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [call('Paris'), call('Rome')] },
        { role: 'tool', tool_name: 'get_weather', content: '21' },
      ],
    })
  })

  test('does not count a cached prompt, so we do', async () => {
    const { prompt_eval_count: _, ...uncounted } = last
    const wire = await openWire({ chunks: [lines(line('Good day'), uncounted)], type })

    const { reply } = await callProvider(wire, ollama, { ...hello, stream: true })

    expect(reply).toMatchObject({ text: 'Good day', estimated: true })
  })

  test('reports the reason for an error', async () => {
    const wire = await openWire({
      status: 404,
      body: { error: 'model "llama9" not found, try pulling it first' },
    })

    await expect(callProvider(wire, ollama, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Ollama answered 404: model "llama9" not found, try pulling it first.',
    })
  })

  test.each([
    [
      'stops with an error',
      { chunks: [lines(line('Good '), { error: 'out of memory' })] },
      'Ollama stopped with an error: out of memory.',
    ],
    [
      'breaks off',
      { chunks: [lines(line('Good '))], isCut: true },
      'The connection to Ollama broke before the answer was complete. Try again.',
    ],
    [
      'goes silent',
      { chunks: [lines(line('Good '))] },
      'Ollama broke off before its answer was complete. Try again.',
    ],
    [
      'stammers',
      { chunks: [lines(line('Good ')), '{"message":\n'] },
      'Ollama sent an answer that could not be read. Check the address and try again.',
    ],
    [
      'sends something else',
      { chunks: [lines({ message: 'Good' })] },
      'Ollama sent an answer that could not be read. Check the address and try again.',
    ],
  ])('that %s during a response fails', async (_, reply, message) => {
    const wire = await openWire({ ...reply, type })

    await expect(callProvider(wire, ollama, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message,
    })
  })
})

function lines(...data: object[]): string {
  return data.map((each) => `${JSON.stringify(each)}\n`).join('')
}
