import { afterEach, expect, test, vi } from 'vitest'
import { sendRequest } from './send-request.ts'
import type { ApiRequest } from './snippets/request.ts'

const request: ApiRequest = { url: 'unused', question: 'Hello?', streaming: false, overrides: {} }
const send = (response: Response, onText: (text: string) => void = () => undefined) => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response),
  )
  return sendRequest('/api/v1/prediction/f', request, {
    authorization: 'Bearer k',
    signal: new AbortController().signal,
    onText,
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the request matches the snippet, without the session cookie', async () => {
  const reply = await send(Response.json({ text: 'Hi.', chatId: 'c', chatMessageId: 'm' }))

  expect(reply).toEqual({ status: 200, isError: false, text: 'Hi.', chatId: 'c', chatMessageId: 'm' })
  expect(vi.mocked(fetch).mock.calls[0]).toMatchObject([
    '/api/v1/prediction/f',
    {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer k', 'Content-Type': 'application/json' },
      body: '{"question":"Hello?"}',
    },
  ])
})

const frame = (event: string, data: unknown) => `message:\ndata:${JSON.stringify({ event, data })}\n\n`
const streamOf = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  // One-byte chunks split every multi-byte character and every line.
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) {
        controller.enqueue(Uint8Array.of(byte))
      }
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test('reads a stream as it arrives, up to its ids', async () => {
  const seen = new Set<string>()
  const text =
    frame('start', 'Açı') +
    frame('token', 'Açı') +
    frame('token', 'k.') +
    frame('metadata', { chatId: 'c', chatMessageId: 'm' })

  const reply = await send(streamOf(text), (part) => seen.add(part))

  expect(reply).toEqual({ status: 200, isError: false, text: 'Açık.', chatId: 'c', chatMessageId: 'm' })
  expect([...seen]).toEqual(['', 'Açı', 'Açık.'])
})

test('an error is reduced to its message, whether it is JSON, plain text or an event', async () => {
  const json = JSON.stringify({ message: 'Not from here.', code: 'FORBIDDEN' })
  expect(await send(new Response(json, { status: 403 }))).toMatchObject({
    text: 'Not from here.',
    status: 403,
  })
  expect(await send(new Response('Slowly.', { status: 429 }))).toMatchObject({
    text: 'Slowly.',
    isError: true,
  })
  const stream = streamOf(frame('token', 'He') + frame('error', 'The model is away.'))
  expect(await send(stream)).toMatchObject({ text: 'The model is away.', isError: true, status: 200 })
})
