import { expect, test } from 'vitest'
import type { ChatRequest } from '#server/engine/ports.ts'
import type { AppError } from '#shared/errors.ts'
import { openSandboxModels } from './testing/sandbox-models.ts'
import { callProvider, openWire } from './testing/wire-server.ts'

const about = (content: string): ChatRequest => ({ messages: [{ role: 'user', content }] })

test('a model of an unknown provider is rejected', async () => {
  const wire = await openWire()

  await expect(
    callProvider(wire, { provider: 'acme', model: 'm' }, { ...about('x'), stream: true }),
  ).rejects.toMatchObject({
    code: 'INVALID_FLOW',
  })
})

test.each(['not an address', 'models.example/v1'])(
  'an invalid address is rejected: %s',
  async (customBaseUrl) => {
    const wire = await openWire()
    const requested = callProvider(
      wire,
      { provider: 'openai', model: 'm', customBaseUrl },
      { ...about('x'), stream: true },
    )

    await expect(requested).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: `"${customBaseUrl}" is not an address of a model server.`,
    })
  },
)

test('an internal address is rejected before any request, with instructions in the message', async () => {
  const { chat } = await openSandboxModels()
  const inner = { provider: 'ollama', model: 'llama3.2' }

  await expect(callProvider({ chat }, inner, { ...about('x'), stream: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('OUTGOING_ALLOW'),
  })
})

test.each(['openai', 'anthropic'])(
  'the Retry-After of %s is kept, for the next attempt',
  async (provider) => {
    const wire = await openWire({ status: 429, headers: { 'retry-after': '7' }, body: {} })

    await expect(
      callProvider(wire, { provider, model: 'm', apiKey: 'k' }, { ...about('x'), stream: true }),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED', cause: { status: 429, retryAfter: '7' } })
  },
)

test('no part of a request or a key appears in an error', async () => {
  const wire = await openWire({
    status: 401,
    body: { error: { message: 'Incorrect API key provided: sk-abc***wxyz. See https://x.' } },
  })
  const secret = { provider: 'openai', model: 'm', apiKey: 'sk-proj-verysecretkey123' }

  const error = await callProvider(wire, secret, { ...about('my diary'), stream: true }).catch(
    (reason: unknown) => reason,
  )

  expect(error).toMatchObject({ message: 'OpenAI answered 401: Incorrect API key provided. See https://x.' })
  const everything =
    JSON.stringify(error, Object.getOwnPropertyNames(error)) +
    JSON.stringify((error as AppError).cause, [
      'message',
      'stack',
      'cause',
      'status',
      'code',
      'requestBodyValues',
    ])
  expect(everything).not.toMatch(/verysecret|diary|wxyz/)
})
