import { describe, expect, test } from 'vitest'
import { callProvider, frames, named, openWire } from '../testing/wire-server.ts'

const openAI = { provider: 'openai', apiKey: 'sk-test', model: 'gpt-4o-mini' }
const hello = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hello' }] }
const usage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 64 },
  completion_tokens_details: { reasoning_tokens: 12 },
}
const counted = { input: 36, cacheRead: 64, cacheWrite: 0, output: 20, reasoning: 12 }

function chunk(delta: object, finish_reason: string | null = null) {
  return {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt',
    choices: [{ index: 0, delta, finish_reason }],
  }
}

describe('OpenAI', () => {
  test('its own tools run through the Responses API, beside functions of the flow', async () => {
    const annotation = { type: 'url_citation', url: 'https://example.com/lira', title: 'The lira' }
    const wire = await openWire({
      body: {
        ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-4o-mini', status: 'completed' },
        output: [
          {
            ...{ type: 'web_search_call', id: 'ws_1', status: 'completed' },
            action: { type: 'search', query: 'lira' },
          },
          { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AA==' },
          {
            ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
            content: [
              {
                ...{ type: 'output_text', text: 'It fell.' },
                annotations: [{ ...annotation, start_index: 0, end_index: 2 }],
              },
            ],
          },
        ],
        usage: { input_tokens: 30, output_tokens: 20 },
      },
    })
    const tools = [{ name: 'rate', description: 'A rate', parameters: { type: 'object', properties: {} } }]

    const { reply } = await callProvider(wire, openAI, {
      ...{ ...hello, tools, providerTools: ['web_search_preview', 'image_generation'], stream: false },
    })

    expect(wire.seen).toMatchObject([
      {
        path: '/v1/responses',
        body: {
          tools: [
            { type: 'function', name: 'rate' },
            { type: 'web_search_preview' },
            { type: 'image_generation' },
          ],
        },
      },
    ])
    expect(reply).toMatchObject({
      text: 'It fell.',
      providerCalls: [
        { name: 'web_search_preview', result: expect.stringContaining('lira') },
        { name: 'image_generation', result: 'A picture.' },
      ],
      sources: [{ url: 'https://example.com/lira', title: 'The lira' }],
      files: [{ mediaType: 'image/png', data: 'data:image/png;base64,AA==' }],
    })
    expect(reply.toolCalls).toBeUndefined()
  })

  test('receives requests in its own format, and its stream is parsed', async () => {
    const wire = await openWire({
      chunks: frames(
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Good ' }),
        chunk({ content: 'day' }),
        chunk({}, 'stop'),
        { ...chunk({}), choices: [], usage },
        '[DONE]',
      ),
    })
    const settings = {
      ...openAI,
      temperature: 0.5,
      maxOutputTokens: 99,
      topP: 0.9,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      stopSequences: ['END'],
      headers: { 'x-team': 'shop' },
    }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(pieces).toEqual([{ text: 'Good ' }, { text: 'day' }, { usage: counted }])
    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen).toMatchObject([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-test', 'x-team': 'shop' },
        body: {
          model: 'gpt-4o-mini',
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: 'Hello' },
          ],
          temperature: 0.5,
          max_tokens: 99,
          top_p: 0.9,
          frequency_penalty: 0.1,
          presence_penalty: 0.2,
          stop: ['END'],
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ])
  })

  test('has special parameters for thinking models', async () => {
    const wire = await openWire({ chunks: frames(chunk({ content: 'x' }), chunk({}, 'stop'), '[DONE]') })
    const settings = {
      ...openAI,
      model: 'gpt-5',
      temperature: 0.5,
      maxOutputTokens: 99,
      providerOptions: { reasoningEffort: 'low' },
    }

    await callProvider(wire, settings, { ...hello, stream: true })

    expect(wire.seen[0]?.body).toMatchObject({
      messages: [{ role: 'developer' }, { role: 'user' }],
      max_completion_tokens: 99,
      reasoning_effort: 'low',
    })
    expect(wire.seen[0]?.body).not.toHaveProperty('temperature')
  })

  test('answers without streaming', async () => {
    const body = {
      id: 'c1',
      created: 1,
      model: 'gpt',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }],
      usage,
    }
    const wire = await openWire({ body })

    const { reply } = await callProvider(wire, openAI, { ...hello, stream: false })

    expect(reply).toEqual({ text: 'Good day', usage: counted, estimated: false })
    expect(wire.seen[0]?.body).not.toHaveProperty('stream')
  })

  test('returns its reasoning on request', async () => {
    const item = { type: 'reasoning', id: 'r1', summary: [], encrypted_content: null }
    const message = { type: 'message', id: 'm1', role: 'assistant', content: [], status: 'in_progress' }
    const done = {
      id: 'resp_1',
      created_at: 1,
      model: 'gpt-5',
      service_tier: null,
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 64 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 12 },
      },
    }
    const wire = await openWire({
      chunks: named(
        { type: 'response.created', response: done } as { type: string },
        { type: 'response.output_item.added', output_index: 0, item } as { type: string },
        { type: 'response.reasoning_summary_part.added', item_id: 'r1', summary_index: 0 } as {
          type: string
        },
        { type: 'response.reasoning_summary_text.delta', item_id: 'r1', summary_index: 0, delta: 'Hm.' } as {
          type: string
        },
        { type: 'response.output_item.done', output_index: 0, item } as { type: string },
        { type: 'response.output_item.added', output_index: 1, item: message } as { type: string },
        { type: 'response.output_text.delta', item_id: 'm1', delta: 'Yes.' } as { type: string },
        { type: 'response.output_item.done', output_index: 1, item: message } as { type: string },
        { type: 'response.completed', response: done } as { type: string },
      ),
    })
    const settings = { ...openAI, model: 'gpt-5', providerOptions: { reasoningSummary: 'auto' } }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(wire.seen[0]).toMatchObject({ path: '/v1/responses', body: { reasoning: { summary: 'auto' } } })
    expect(pieces).toEqual([{ reasoning: 'Hm.' }, { text: 'Yes.' }, { usage: counted }])
    expect(reply).toMatchObject({ text: 'Yes.', reasoning: 'Hm.' })
  })
})

describe('a server that imitates OpenAI', () => {
  test('is called with standard parameters, at its own address', async () => {
    const wire = await openWire({
      chunks: frames(
        chunk({ reasoning_content: 'Hm. ' }),
        chunk({ content: 'Yes' }),
        chunk({}, 'stop'),
        '[DONE]',
      ),
    })
    const settings = {
      ...openAI,
      model: 'qwen',
      customBaseUrl: 'https://models.example/api/v1/',
      maxOutputTokens: 99,
      providerOptions: { reasoningEffort: 'low' },
    }

    const { pieces, reply } = await callProvider(wire, settings, { ...hello, stream: true })

    expect(pieces.slice(0, 2)).toEqual([{ reasoning: 'Hm. ' }, { text: 'Yes' }])
    expect(reply).toMatchObject({ text: 'Yes', reasoning: 'Hm. ', estimated: true })
    expect(wire.seen[0]).toMatchObject({
      path: '/api/v1/chat/completions',
      headers: { authorization: 'Bearer sk-test' },
      body: {
        model: 'qwen',
        max_tokens: 99,
        reasoning_effort: 'low',
        stream_options: { include_usage: true },
      },
    })
  })

  test('is named as a model server in errors', async () => {
    const wire = await openWire({ status: 502, body: '<html>Bad Gateway</html>', type: 'text/html' })
    const settings = { ...openAI, customBaseUrl: 'https://models.example/v1' }

    await expect(callProvider(wire, settings, { ...hello, stream: true })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The model server answered 502. Try again in a moment.',
    })
  })

  test('has its usage ignored if the counts are inconsistent', async () => {
    const wrong = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 64 } }
    const wire = await openWire({
      chunks: frames(
        chunk({ content: 'Yes' }),
        chunk({}, 'stop'),
        { ...chunk({}), choices: [], usage: wrong },
        '[DONE]',
      ),
    })

    const { reply } = await callProvider(
      wire,
      { ...openAI, customBaseUrl: 'https://m.example/v1' },
      { ...hello, stream: true },
    )

    expect(reply).toMatchObject({ estimated: true, usage: { input: 0, cacheRead: 0, output: 0 } })
  })

  test('that goes silent during a response fails', async () => {
    const wire = await openWire({ chunks: frames(chunk({ content: 'Yes' })) })

    await expect(
      callProvider(wire, { ...openAI, customBaseUrl: 'https://m.example/v1' }, { ...hello, stream: true }),
    ).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The model server broke off before its answer was complete. Try again.',
    })
  })
})

test('messages are put into an order accepted by every provider', async () => {
  const wire = await openWire({ chunks: frames(chunk({ content: 'x' }), chunk({}, 'stop'), '[DONE]') })
  const messages = [
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content: '' },
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'Hello' },
  ]

  await callProvider(wire, openAI, { system: 'Be kind.', messages, stream: true })

  expect(wire.seen[0]?.body).toMatchObject({
    messages: [
      { role: 'system', content: 'Be kind.\n\nBe brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'Hello' },
    ],
  })
})
