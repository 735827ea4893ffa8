import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const shop = 'https://shop.example.com'
const evil = 'https://evil.example.net'
const cors = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const { call, headers } = await world.signUp('ada')
  const settings = {
    allowedOrigins: ['https://*.example.com'],
    allowedOriginsError: 'Not from here.',
    chatFeedback: { status: true },
    leads: { status: true, name: true },
    fullFileUpload: { status: true },
  }
  const { id } = (
    await call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Museum',
      flowData: JSON.stringify(aConversationFlow()),
      isPublic: true,
      chatbotConfig: JSON.stringify(settings),
    })
  ).json()
  const request = (path: string, { origin, ...more }: RequestInit & { origin?: string }) =>
    fetch(`${world.url}/api/v1${path}`, {
      ...more,
      headers: { ...(more.headers as Record<string, string>), ...(origin && { origin }) },
    })
  const post = (path: string, body: object, origin: string, more: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      origin,
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
  return { ...world, id, request, post, headers }
}

test('a chat on an allowed site works completely: preflight, reading, asking, rating, leads', async () => {
  const { id, request, post } = await openFlow()
  const preflight = await request(`/prediction/${id}`, {
    method: 'OPTIONS',
    origin: shop,
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  expect([preflight.status, await preflight.text()]).toEqual([204, ''])
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': expect.stringContaining('authorization, content-type'),
  })
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()

  const seen = async (response: Response) => [
    response.status,
    response.headers.get('access-control-allow-origin'),
    response.headers.get('access-control-allow-credentials'),
  ]
  for (const path of ['chatflows-streaming', 'public-chatbotConfig', 'chatflows-uploads']) {
    expect([path, ...(await seen(await request(`/${path}/${id}`, { origin: shop })))]).toEqual([
      path,
      200,
      '*',
      null,
    ])
  }
  const streamed = await post(
    `/prediction/${id}`,
    { question: 'When does it open?', chatId: 'c', streaming: true },
    shop,
  )
  expect(await seen(streamed)).toEqual([200, '*', null])
  expect(streamed.headers.get('content-type')).toContain('text/event-stream')
  const metadata = JSON.parse(/data:(\{"event":"metadata".*\})/.exec(await streamed.text())?.[1] ?? '{}').data
  const rating = { chatId: 'c', messageId: metadata.chatMessageId, rating: 'THUMBS_UP' }
  const given = await post(`/feedback/${id}`, rating, shop)
  expect(await seen(given)).toEqual([200, '*', null])
  expect(await seen(await post('/leads/', { chatflowid: id, name: 'Elif' }, shop))).toEqual([200, '*', null])
  const stopped = await request(`/chatmessage/abort/${id}/c`, { method: 'PUT', origin: shop })
  expect(await seen(stopped)).toEqual([200, '*', null])
})

test('any other site is rejected with the message of the owner, readable by its page; our own pages and programs are not', async () => {
  const { id, request, post, url, headers } = await openFlow()
  const form = new FormData()
  form.set('files', new File(['Nine to five.'], 'hours.txt', { type: 'text/plain' }))
  const rejected = [
    ...['chatflows-streaming', 'public-chatbotConfig', 'chatflows-uploads'].map((path) =>
      request(`/${path}/${id}`, { origin: evil }),
    ),
    request(`/prediction/${id}`, { method: 'OPTIONS', origin: evil }).then(() =>
      post(`/prediction/${id}`, { question: 'Hello', streaming: true }, evil),
    ),
    post(`/prediction/${id}`, { question: 'Hello' }, 'null'),
    // An API key in another site's page is public.
    post(`/prediction/${id}`, { question: 'Hello' }, evil, headers),
    post(`/feedback/${id}`, { chatId: 'c', messageId: 'm', rating: 'THUMBS_UP' }, evil),
    post('/leads', { chatflowid: id, name: 'Elif' }, 'https://example.com'),
    request(`/attachments/${id}/c`, { method: 'POST', origin: evil, body: form }),
    request(`/get-upload-file?chatflowId=${id}&chatId=c&fileName=a.png`, { origin: evil }),
    request(`/chatmessage/abort/${id}/c`, { method: 'PUT', origin: evil }),
  ]
  for (const response of await Promise.all(rejected)) {
    const { message } = (await response.json()) as { message: string }
    expect([
      response.url,
      response.status,
      message,
      response.headers.get('access-control-allow-origin'),
    ]).toEqual([response.url, 403, 'Not from here.', '*'])
  }
  for (const origin of [url, undefined]) {
    const config = await request(`/public-chatbotConfig/${id}`, origin ? { origin } : {})
    expect(config.status).toBe(200)
  }
})

test('all other routes send no CORS headers, even on a path shared with one that does', async () => {
  const { id, request, headers } = await openFlow()
  const origin = shop
  for (const path of [
    '/chatflows',
    `/chatflows/${id}`,
    '/auth/me',
    `/chatmessage/${id}`,
    `/feedback/${id}`,
    `/leads/${id}`,
  ]) {
    expect([path, cors((await request(path, { origin, headers })).headers)]).toEqual([path, []])
  }
  const requested = { 'access-control-request-method': 'DELETE' }
  for (const path of [`/chatflows/${id}`, '/auth/login', '/credentials', `/internal-prediction/${id}`]) {
    const response = await request(path, { method: 'OPTIONS', origin, headers: requested })
    expect([path, response.status, cors(response.headers)]).toEqual([path, 204, []])
  }
  const rating = await request(`/feedback/${id}`, { method: 'OPTIONS', origin, headers: requested })
  expect(rating.headers.get('access-control-allow-methods')).toBe('POST, PUT')
})
