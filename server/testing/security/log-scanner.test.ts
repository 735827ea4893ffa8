import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { credentials } from '#server/features/credentials/credentials.table.ts'
import { createTestServices } from '#server/testing/test-app.ts'

// Every kind of failure, with secrets in every input, at the most verbose level: the log contains none of them.

const password = 'planted-password-5519'
const wrongPassword = 'planted-wrong-8830'
const apiSecret = 'sk-planted-secret-2204'
const question = 'planted-question-6671'

test('no password, token, key or question appears in the log', async () => {
  const { services, store } = await createTestServices()
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await buildApp(services, { logger: { level: 'trace', stream } })
  onTestFinished(() => app.close())
  const request = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => app.inject({ method, url, headers, ...(payload && { payload }) })

  const account = { username: 'root', email: 'root@example.com', password }
  const { token, user } = (await request('POST', '/api/v1/auth/register', account)).json()
  const headers = { authorization: `Bearer ${token}` }
  await request('POST', '/api/v1/auth/login', { username: 'root', password: wrongPassword })
  await request('GET', '/api/v1/auth/me', undefined, {
    authorization: `Basic ${btoa(`root:${wrongPassword}`)}`,
  })
  const keys = await request(
    'POST',
    '/api/v1/apikey',
    { keyName: 'Mine', permissions: ['flows:ask', 'chatflows:view'] },
    headers,
  )
  const credential = { name: 'Mine', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: apiSecret } }
  const { id } = (await request('POST', '/api/v1/credentials', credential, headers)).json()
  await request('POST', '/api/v1/auth/reset-password', { token: 'ftr_planted-reset', newPassword: password })
  await store.transaction(async (tx) => {
    await tx
      .update(credentials)
      .set({ sealed: `v1.${apiSecret}.broken.x` })
      .where(eq(credentials.id, id))
  })
  expect((await request('GET', `/api/v1/credentials/${id}`, undefined, headers)).statusCode).toBe(409)
  await store.exec('drop table messages')
  const flow = await request('POST', '/api/v1/chatflows', { name: 'Mine', type: 'CHATFLOW' }, headers)
  await request('POST', `/trpc/messages.remove`, { id: flow.json().id, chatId: question }, headers)
  await request('GET', `/api/v1/chatmessage/${flow.json().id}?sessionId=${question}`, undefined, headers)
  await request('POST', '/api/v1/chatflows', { name: 7, flowData: apiSecret, password }, headers)

  const log = lines.join('')
  expect(log).toContain('no such table')
  expect(log.match(/"level":50/g)?.length).toBeGreaterThan(1)
  const secrets = [
    password,
    wrongPassword,
    apiSecret,
    question,
    token,
    String(keys.json()[0].apiKey),
    'ftr_planted-reset',
  ]
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  expect(log).not.toMatch(/\$argon2id\$|"authorization"/)
  expect(user.id).toBeTypeOf('string')
})
