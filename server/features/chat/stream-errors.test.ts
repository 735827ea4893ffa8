import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const paths = ['prediction', 'internal-prediction'] as const

async function openShop(fields: Record<string, unknown> = {}) {
  const world = await createTestApp({ listen: true })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const created = await ada.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Shop',
    flowData: aDemoFlow(),
    ...fields,
  })
  const { id } = created.json<{ id: string }>()
  const request = async (route: string, body: object, headers: Record<string, string> = ada.headers) => {
    const response = await fetch(`${world.url}/api/v1/${route}/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ streaming: true, ...body }),
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const drain = () => admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: '-4.999999' })
  return { ...world, ada, id, request, drain }
}

function framesIn(text: string) {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => JSON.parse(frame.slice(frame.indexOf('{'))))
}

test.each(paths)('an error before the first word is an event of the stream on /%s', async (route) => {
  const { request, drain } = await openShop()

  const rejected = await request(route, { question: 'Hello [[sandbox error=503]]' })
  await drain()
  const unpaid = await request(route, { question: 'Hello' })

  for (const [response, message] of [
    [rejected, expect.stringContaining('503')],
    [unpaid, 'Insufficient balance. Please top up your wallet.'],
  ] as const) {
    expect(response).toMatchObject({ status: 200, type: 'text/event-stream' })
    expect(framesIn(response.text)).toEqual([
      { event: 'error', data: message },
      { event: 'end', data: '[DONE]' },
    ])
  }
})

test.each(paths)('a flow that cannot run reports it in the stream on /%s', async (route) => {
  const { request, ada, id } = await openShop()
  const flowData = aDemoFlow().replace('{{flowtillDemoModel_0.data.instance}}', '')
  await ada.call('PUT', `/chatflows/${id}`, { flowData })

  const response = await request(route, { question: 'Hello' })

  expect(response).toMatchObject({ status: 200, type: 'text/event-stream' })
  expect(framesIn(response.text)[0]).toEqual({
    event: 'error',
    data: 'Conversation Chain: Chat Model is required.',
  })
})

test('an invalid request remains an HTTP error', async () => {
  const { request, ada, id } = await openShop()
  const file = { type: 'file', name: 'a.exe', mime: 'application/x-msdownload', data: 'data:a/b;base64,AAAA' }
  const notAllowed = await request('prediction', { question: 'Hello' }, {})
  const badInput = await request('prediction', { question: '' })
  const badFile = await request('prediction', { question: 'Hello', uploads: [file] })
  await ada.call('PUT', `/chatflows/${id}`, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ allowedOrigins: ['shop.example'] }),
    apiConfig: JSON.stringify({
      rateLimit: { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow.' },
    }),
  })
  const otherSite = await request('prediction', { question: 'Hello' }, { origin: 'https://evil.example' })
  const tooMany = await request('prediction', { question: 'Hello' }, { origin: 'https://shop.example' })

  expect([notAllowed, badInput, badFile, otherSite, tooMany].map(({ status }) => status)).toEqual([
    404, 400, 400, 403, 429,
  ])
  expect(tooMany.text).toBe('Slow.')
})

test('without a stream an error is JSON with its status', async () => {
  const { request, drain } = await openShop()
  await drain()

  const response = await request('prediction', { question: 'Hello', streaming: false })

  expect(response.status).toBe(402)
  expect(JSON.parse(response.text)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
})
