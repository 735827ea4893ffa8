import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestServices } from '#server/testing/test-app.ts'
import type { ChatPage } from '#shared/visitor-chat.ts'

async function openFlow(chatbotConfig: object) {
  const clientFolder = mkdtempSync(join(tmpdir(), 'flowtill-client-'))
  writeFileSync(join(clientFolder, 'index.html'), '<title>Flowtill</title>')
  writeFileSync(join(clientFolder, 'chatbot.html'), '<head><!--chatbot--></head>')
  const { services } = await createTestServices()
  const app = await buildApp(services, { clientFolder })
  onTestFinished(async () => {
    await app.close()
    rmSync(clientFolder, { recursive: true })
  })
  const payload = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  const { user } = (await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })).json()
  const flow = await services.flows.create(user.id, {
    ...{ name: 'Till', type: 'CHATFLOW', isPublic: true },
    flowData: JSON.stringify(aConversationFlow()),
    chatbotConfig: JSON.stringify(chatbotConfig),
  })
  const change = (changes: object) =>
    services.flows.update({ userId: user.id, authorId: user.id }, { id: flow.id, ...changes })
  async function open(headers: Record<string, string> = {}) {
    const response = await app.inject({ url: `/chatbot/${flow.id}`, headers })
    const [, data = '{}'] = /id="chatbot">(.*?)<\/script>/.exec(response.body) ?? []
    return { ...response, page: JSON.parse(data) as ChatPage, policy: policyOf(response.headers) }
  }
  return { app, open, change, id: flow.id }
}

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])
const framedBy = (site: string) => ({ 'sec-fetch-dest': 'iframe', referer: `${site}/shop` })

test('the page holds the chat, its title in the language of the browser, and no markup of the owner', async () => {
  const texts = {
    en: { title: '</script><b>Plates', welcome: '"Hello"', placeholder: '' },
    tr: { title: 'Tabaklar', welcome: 'Merhaba', placeholder: '' },
  }
  const titleAvatarSrc = 'https://cdn.example/logo.png'
  const { open, id } = await openFlow({ texts, titleAvatarSrc, titleBackgroundColor: '#0C5C57' })

  const english = await open()
  expect(english.statusCode).toBe(200)
  expect(english.body).toContain('<title>&lt;/script&gt;&lt;b&gt;Plates</title>')
  expect(english.body).toContain('content="&quot;Hello&quot;"')
  expect(english.body).toContain('name="theme-color" content="#0C5C57"')
  expect(english.page).toMatchObject({ id, name: 'Till', appearance: { texts } })
  expect(english.policy).toContain("script-src 'self'")
  expect(english.policy).toMatch(/img-src [^;]* https:\/\/cdn\.example;/)
  expect((await open({ 'accept-language': 'tr-TR,tr' })).body).toContain('<title>Tabaklar</title>')
})

test('the allowed domains may frame the page; others get a rejection without the chat', async () => {
  const { open, change } = await openFlow({
    allowedOrigins: ['https://shop.example', '*.shop.example', 'evil.example; script-src *'],
    allowedOriginsError: 'Not here.',
  })

  const allowed = await open(framedBy('https://shop.example'))
  expect(allowed.statusCode).toBe(200)
  expect(allowed.headers['x-frame-options']).toBeUndefined()
  expect(allowed.policy).toMatch(
    /frame-ancestors 'self' https:\/\/shop\.example (https:\/\/)?\*\.shop\.example$/,
  )

  const other = await open(framedBy('https://other.example'))
  expect([other.statusCode, other.page]).toEqual([403, { rejected: 'notAllowed', message: 'Not here.' }])
  expect(other.policy).toContain('frame-ancestors *')
  expect((await open()).statusCode).toBe(200)

  await change({ chatbotConfig: '{}' })
  expect((await open(framedBy('https://other.example'))).policy).toContain('frame-ancestors *')
})

test('a private flow and one that does not exist have the same page', async () => {
  const { app, open, change } = await openFlow({ title: 'Plates' })
  await change({ isPublic: false })

  const hidden = await open()
  expect([hidden.statusCode, hidden.page]).toEqual([404, { rejected: 'missing' }])
  expect((await app.inject({ url: '/chatbot/none' })).body).toBe(hidden.body)
})
