import { describe, expect, test } from 'vitest'
import { callProvider, named, openWire } from '../testing/wire-server.ts'

const claude = { provider: 'anthropic', apiKey: 'sk-ant-test', model: 'claude-haiku-4-5' }
const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 30,
      cache_read_input_tokens: 64,
      cache_creation_input_tokens: 6,
      output_tokens: 1,
    },
  },
}
const textBlock = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const text = (value: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: value },
})
const blockStop = { type: 'content_block_stop', index: 0 }
const messageDelta = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 20 },
}
const messageStop = { type: 'message_stop' }

describe('Anthropic', () => {
  test.each([true, false])(
    'searches the web with its own tool, and names its pages (stream: %s)',
    async (stream) => {
      const call = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'lira' } }
      const page = {
        ...{ type: 'web_search_result', url: 'https://example.com/lira', title: 'The lira' },
        ...{ encrypted_content: 'secret', page_age: null },
      }
      const result = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [page] }
      const usage = { input_tokens: 30, output_tokens: 20 }
      const content = [call, result, { type: 'text', text: 'It fell.' }]
      const wire = await openWire(
        stream
          ? {
              chunks: named(
                start,
                { type: 'content_block_start', index: 0, content_block: { ...call, input: {} } } as never,
                {
                  ...{ type: 'content_block_delta', index: 0 },
                  delta: { type: 'input_json_delta', partial_json: '{"query":"lira"}' },
                } as never,
                blockStop,
                { type: 'content_block_start', index: 1, content_block: result } as never,
                { ...blockStop, index: 1 } as never,
                { ...textBlock, index: 2 } as never,
                { ...text('It fell.'), index: 2 } as never,
                { ...blockStop, index: 2 } as never,
                messageDelta,
                messageStop,
              ),
            }
          : { body: { ...start.message, content, stop_reason: 'end_turn', usage } },
      )

      const providerTools = ['web_search_20250305']
      const { reply } = await callProvider(wire, claude, { ...hello, providerTools, stream })

      expect(wire.seen[0]?.body).toMatchObject({
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }],
      })
      expect(reply).toMatchObject({
        text: 'It fell.',
        providerCalls: [{ name: 'web_search', args: { query: 'lira' } }],
        sources: [{ url: 'https://example.com/lira', title: 'The lira' }],
      })
      expect(reply.toolCalls).toBeUndefined()
      expect(reply.providerCalls?.[0]?.result).toContain('The lira')
      expect(reply.providerCalls?.[0]?.result).not.toContain('secret')
    },
  )

  test("rejects a tool of another provider, and any tool at the author's own address", async () => {
    const wire = await openWire({})
    const ask = (settings: object, tool: string) =>
      callProvider(wire, { ...claude, ...settings }, { ...hello, providerTools: [tool], stream: false })

    await expect(ask({}, 'googleSearch')).rejects.toThrow('Anthropic has no built-in tool googleSearch.')
    const own = { customBaseUrl: 'https://proxy.example.com' }
    await expect(ask(own, 'web_search_20250305')).rejects.toThrow('has no built-in tool web_search_20250305.')
    expect(wire.seen).toEqual([])
  })

  test('receives requests in its own format, and its stream is parsed', async () => {
    const wire = await openWire({
      chunks: named(
        start,
        textBlock,
        { type: 'ping' },
        text('Good '),
        text('day'),
        blockStop,
        messageDelta,
        messageStop,
      ),
    })
    const settings = { ...claude, temperature: 0.5, topK: 5, maxOutputTokens: 99 }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    const final = { input: 30, cacheRead: 64, cacheWrite: 6, output: 20, reasoning: 0 }
    expect(pieces).toEqual([
      { usage: { ...final, output: 1 } },
      { text: 'Good ' },
      { text: 'day' },
      { usage: final },
    ])
    expect(reply).toEqual({ text: 'Good day', usage: final, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        path: '/v1/messages',
        headers: { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' },
        body: {
          model: 'claude-haiku-4-5',
          system: [{ type: 'text', text: 'Be kind.' }],
          messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
          max_tokens: 99,
          temperature: 0.5,
          top_k: 5,
          stream: true,
        },
      },
    ])
  })

  test('thinks within its budget, and reports its thinking', async () => {
    const thinking = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '' },
    }
    const thought = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'thinking_delta', thinking: 'Hm.' },
    }
    const wire = await openWire({
      chunks: named(
        start,
        thinking,
        thought,
        blockStop,
        { ...textBlock, index: 1 } as { type: string },
        { ...text('Yes'), index: 1 } as { type: string },
        { ...blockStop, index: 1 } as { type: string },
        messageDelta,
        messageStop,
      ),
    })
    const providerOptions = { thinking: { type: 'enabled', budgetTokens: 2000 } }

    const { pieces, reply } = await callProvider(
      wire,
      { ...claude, maxOutputTokens: 1000, providerOptions },
      { ...hello, stream: true },
    )

    expect(wire.seen[0]?.body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 2000 },
      max_tokens: 3000,
    })
    expect(pieces).toContainEqual({ reasoning: 'Hm.' })
    expect(reply).toMatchObject({ text: 'Yes', reasoning: 'Hm.' })
  })

  test('decides its own thinking length, if the model can', async () => {
    const wire = await openWire({
      chunks: named(start, textBlock, text('x'), blockStop, messageDelta, messageStop),
    })
    const providerOptions = { thinking: { type: 'adaptive' }, effort: 'low' }

    await callProvider(
      wire,
      { ...claude, model: 'claude-opus-4-6', providerOptions },
      { ...hello, stream: true },
    )

    expect(wire.seen[0]?.body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    })
  })

  test('answers without streaming, with a tool call', async () => {
    const wire = await openWire({
      body: {
        ...start.message,
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'tool_1', name: 'get_weather', input: { city: 'Paris' } },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 30, output_tokens: 20 },
      },
    })
    const tools = [
      { name: 'get_weather', description: 'Weather', parameters: { type: 'object', properties: {} } },
    ]

    const { reply } = await callProvider(wire, claude, { ...hello, tools, stream: false })

    expect(reply).toEqual({
      text: 'Let me look.',
      usage: { input: 30, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0 },
      estimated: false,
      toolCalls: [{ id: 'tool_1', name: 'get_weather', args: { city: 'Paris' } }],
    })
    expect(wire.seen[0]?.body).toMatchObject({ tools: [{ name: 'get_weather', description: 'Weather' }] })
  })

  test('reports the reason for an error', async () => {
    const body = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }
    const wire = await openWire({ status: 401, body })

    await expect(callProvider(wire, claude, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Anthropic answered 401: invalid x-api-key.',
    })
  })

  test('can be overloaded during a response', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const wire = await openWire({ chunks: named(start, textBlock, text('Good '), error) })

    await expect(callProvider(wire, claude, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Anthropic stopped with an error: Overloaded.',
    })
  })

  test('reports the prompt usage before its connection breaks', async () => {
    const wire = await openWire({ chunks: named(start, textBlock, text('Good ')), isCut: true })
    const reported: unknown[] = []
    const read = async () => {
      const call = { stream: true, signal: new AbortController().signal }
      for await (const piece of wire.chat(claude, hello, call)) {
        reported.push(piece)
      }
    }

    await expect(read()).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The connection to Anthropic broke before the answer was complete. Try again.',
    })

    expect(reported).toEqual([
      { usage: { input: 30, cacheRead: 64, cacheWrite: 6, output: 1, reasoning: 0 } },
      { text: 'Good ' },
    ])
  })

  test('that goes silent during a response fails', async () => {
    const wire = await openWire({ chunks: named(start, textBlock, text('Good ')) })

    await expect(callProvider(wire, claude, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    })
  })
})
