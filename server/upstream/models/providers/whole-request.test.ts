import { describe, expect, test } from 'vitest'
import type { ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import type { ChatReply } from '#shared/runs.ts'
import { callProvider, openWire } from '../testing/wire-server.ts'

const png = { mediaType: 'image/png', data: 'iVBORw0KGgo=' }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const tools = [
  { name: 'get_weather', description: 'Weather', parameters },
  { name: 'get_time', description: 'Time', parameters },
]
const closed = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const seen: ChatRequest = { messages: [{ role: 'user', content: 'What is it?', images: [png] }] }
const forced: ChatRequest = { ...seen, tools, toolChoice: { name: 'get_weather' } }
const shaped: ChatRequest = { system: 'Be kind.', ...seen, schema: { name: 'place', schema: closed } }

const openAIAnswer = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
}
const anthropicAnswer = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'c',
  content: [{ type: 'text', text: 'x' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 2 },
}
const googleAnswer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'x' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
}
const ollamaAnswer = {
  message: { role: 'assistant', content: 'x' },
  done: true,
  prompt_eval_count: 3,
  eval_count: 2,
}

const openAI = { provider: 'openai', model: 'gpt-5.4', apiKey: 'k' }
const groq = { provider: 'groq', model: 'm', apiKey: 'k' }
const azure = {
  provider: 'azure',
  model: 'gpt-4o',
  apiKey: 'k',
  baseUrl: 'https://shop.openai.azure.com/openai/deployments/mini?api-version=2024-10-21',
}
const claude = { provider: 'anthropic', model: 'claude-haiku-4-5', apiKey: 'k' }
const gemini = { provider: 'google', model: 'gemini-2.5-flash', apiKey: 'k' }
const ollama = { provider: 'ollama', model: 'llama3.2' }

const imagePart = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
const openAIMessage = { role: 'user', content: [imagePart, { type: 'text', text: 'What is it?' }] }
const namedChoice = { type: 'function', function: { name: 'get_weather' } }

describe('an image with the question', () => {
  test.each<[string, ModelSettings, object, object]>([
    ['OpenAI', openAI, openAIAnswer, { messages: [openAIMessage] }],
    ['Azure', azure, openAIAnswer, { messages: [openAIMessage] }],
    ['a server of its family', groq, openAIAnswer, { messages: [openAIMessage] }],
    [
      'Anthropic',
      claude,
      anthropicAnswer,
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.data } },
              { type: 'text', text: 'What is it?' },
            ],
          },
        ],
      },
    ],
    [
      'Google',
      gemini,
      googleAnswer,
      {
        contents: [
          {
            role: 'user',
            parts: [{ inlineData: { mimeType: 'image/png', data: png.data } }, { text: 'What is it?' }],
          },
        ],
      },
    ],
    [
      'Ollama',
      ollama,
      ollamaAnswer,
      { messages: [{ role: 'user', content: 'What is it?', images: [png.data] }] },
    ],
  ])('is sent to %s in its own format', async (_, settings, body, expected) => {
    const wire = await openWire({ body })

    await callProvider(wire, settings, { ...seen, stream: false })

    expect(wire.seen[0]?.body).toMatchObject(expected)
  })

  test('can be a URL, which the provider fetches itself', async () => {
    const wire = await openWire({ body: openAIAnswer }, { body: anthropicAnswer })
    const url = 'https://pictures.example/cat.png'
    const question: ChatRequest = { messages: [{ role: 'user', content: 'What?', images: [{ url }] }] }

    await callProvider(wire, groq, { ...question, stream: false })
    await callProvider(wire, claude, { ...question, stream: false })

    expect(wire.seen[0]?.body).toMatchObject({
      messages: [{ content: [{ type: 'image_url', image_url: { url } }, { text: 'What?' }] }],
    })
    expect(wire.seen[1]?.body).toMatchObject({
      messages: [{ content: [{ type: 'image', source: { type: 'url', url } }, { text: 'What?' }] }],
    })
  })
})

describe('a forced tool call', () => {
  test.each<[string, ModelSettings, object, object]>([
    ['OpenAI', openAI, openAIAnswer, { tool_choice: namedChoice }],
    ['Azure', azure, openAIAnswer, { tool_choice: namedChoice }],
    ['a server of its family', groq, openAIAnswer, { tool_choice: namedChoice }],
    ['Anthropic', claude, anthropicAnswer, { tool_choice: { type: 'tool', name: 'get_weather' } }],
    [
      'Google',
      gemini,
      googleAnswer,
      { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } } },
    ],
  ])('is named to %s', async (_, settings, body, expected) => {
    const wire = await openWire({ body })

    await callProvider(wire, settings, { ...forced, stream: false })

    expect(wire.seen[0]?.body).toMatchObject(expected)
  })

  test('is the only tool sent to Ollama, and none is sent when tools are disabled', async () => {
    const wire = await openWire({ body: ollamaAnswer })

    await callProvider(wire, ollama, { ...forced, stream: false })
    await callProvider(wire, ollama, { ...forced, toolChoice: 'none', stream: false })

    expect(wire.seen[0]?.body).toMatchObject({ tools: [{ function: { name: 'get_weather' } }] })
    expect(wire.seen[1]?.body).not.toHaveProperty('tools')
  })

  test.each(['required', 'none', 'auto'] as const)('%s is passed unchanged', async (toolChoice) => {
    const wire = await openWire({ body: openAIAnswer })

    await callProvider(wire, groq, { ...seen, tools, toolChoice, stream: false })

    expect(wire.seen[0]?.body).toMatchObject({ tool_choice: toolChoice })
  })
})

describe('an answer with a required schema', () => {
  const asJson = { type: 'json_schema', json_schema: { name: 'place', schema: closed, strict: true } }

  test.each<[string, ModelSettings, object, object]>([
    ['OpenAI', openAI, openAIAnswer, { response_format: asJson }],
    ['Azure', azure, openAIAnswer, { response_format: asJson }],
    ['a server of its family', groq, openAIAnswer, { response_format: asJson }],
    [
      'Google',
      gemini,
      googleAnswer,
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: closed } },
    ],
    ['Ollama', ollama, ollamaAnswer, { format: closed }],
  ])('is requested from %s in its own format', async (_, settings, body, expected) => {
    const wire = await openWire({ body })

    await callProvider(wire, settings, { ...shaped, stream: false })

    expect(wire.seen[0]?.body).toMatchObject(expected)
  })

  test('is requested from Anthropic as well', async () => {
    const wire = await openWire({ body: anthropicAnswer })

    await callProvider(wire, claude, { ...shaped, stream: false })

    expect(JSON.stringify(wire.seen[0]?.body)).toContain('"city":{"type":"string"}')
    expect(JSON.stringify(wire.seen[0]?.body)).toContain('"additionalProperties":false')
  })

  test('is not requested as strict for an open schema, which OpenAI would reject', async () => {
    const wire = await openWire({ body: openAIAnswer })
    const open = { type: 'object', properties: { city: { type: 'string' } } }

    for (const settings of [openAI, groq]) {
      await callProvider(wire, settings, {
        ...shaped,
        schema: { name: 'place', schema: open },
        stream: false,
      })
    }

    expect(wire.seen.map(({ body }) => body)).toMatchObject([
      { response_format: { json_schema: { strict: false } } },
      { response_format: { json_schema: { strict: false } } },
    ])
  })

  test('is requested in the prompt from providers that cannot guarantee it', async () => {
    const wire = await openWire({ body: openAIAnswer })

    await callProvider(wire, { provider: 'deepseek', model: 'm', apiKey: 'k' }, { ...shaped, stream: false })

    expect(wire.seen[0]?.body).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [
        {
          role: 'system',
          content: expect.stringMatching(/^Be kind\.\n\nAnswer with one JSON value[\s\S]*"city"/),
        },
        { role: 'user' },
      ],
    })
  })
})

describe('reasoning before a tool call', () => {
  const toolCalls = [{ id: 'c1', name: 'get_weather', args: { city: 'Paris' } }]
  const later: ChatRequest = {
    messages: [
      { role: 'user', content: 'Paris?' },
      { role: 'assistant', content: '', toolCalls, reasoning: 'I must look.' },
      { role: 'tool', content: '21', toolCallId: 'c1', toolName: 'get_weather' },
    ],
    tools,
  }

  test.each<[string, string]>([
    ['deepseek', 'reasoning_content'],
    ['openrouter', 'reasoning'],
  ])('is returned to %s, which requires it', async (provider, name) => {
    const wire = await openWire({ body: openAIAnswer })

    await callProvider(wire, { provider, model: 'm', apiKey: 'k' }, { ...later, stream: false })

    expect(wire.seen[0]?.body).toMatchObject({ messages: [{}, { [name]: 'I must look.' }, {}] })
  })

  test('is returned to Ollama, and only to providers that request it', async () => {
    const wire = await openWire({ body: ollamaAnswer }, { body: openAIAnswer })

    await callProvider(wire, ollama, { ...later, stream: false })
    await callProvider(wire, groq, { ...later, stream: false })

    expect(wire.seen[0]?.body).toMatchObject({ messages: [{}, { thinking: 'I must look.' }, {}] })
    expect(JSON.stringify(wire.seen[1]?.body)).not.toContain('I must look.')
  })

  test('is returned to Anthropic with its signature', async () => {
    const thinking = { type: 'thinking', thinking: 'I must look.', signature: 'sealed==' }
    const use = { type: 'tool_use', id: 'toolu_77', name: 'get_weather', input: { city: 'Paris' } }
    const wire = await openWire(
      { body: { ...anthropicAnswer, content: [thinking, use], stop_reason: 'tool_use' } },
      { body: anthropicAnswer },
    )
    const settings = { ...claude, providerOptions: { thinking: { type: 'enabled', budgetTokens: 1024 } } }

    const { reply } = await callProvider(wire, settings, { ...seen, tools, stream: false })
    await callProvider(wire, settings, { messages: answered(reply), tools, stream: false })

    expect(reply).toMatchObject({ reasoning: 'I must look.', toolCalls: [{ id: 'toolu_77' }] })
    expect(wire.seen[1]?.body).toMatchObject({
      messages: [{}, { role: 'assistant', content: [thinking, { type: 'tool_use', id: 'toolu_77' }] }, {}],
    })
  })

  test('is returned to Gemini with the signature of the call', async () => {
    const part = {
      functionCall: { name: 'get_weather', args: { city: 'Paris' } },
      thoughtSignature: 'sealed==',
    }
    const called = {
      ...googleAnswer,
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    }
    const wire = await openWire({ body: called }, { body: googleAnswer })

    const { reply } = await callProvider(wire, gemini, { ...seen, tools, stream: false })
    await callProvider(wire, gemini, { messages: answered(reply), tools, stream: false })

    expect(wire.seen[1]?.body).toMatchObject({
      contents: [
        {},
        { role: 'model', parts: [{ functionCall: { name: 'get_weather' }, thoughtSignature: 'sealed==' }] },
        {},
      ],
    })
  })
})

function answered({ toolCalls = [], reasoning }: ChatReply): ChatRequest['messages'] {
  return [
    { role: 'user', content: 'Paris?' },
    {
      role: 'assistant',
      content: '',
      toolCalls: toolCalls.map(({ id, name, args }) => ({ id, name, args })),
      ...(reasoning && { reasoning }),
    },
    ...toolCalls.map(({ id, name }) => ({
      role: 'tool' as const,
      content: '21',
      toolCallId: id,
      toolName: name,
    })),
  ]
}
