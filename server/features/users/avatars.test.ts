import { expect, test } from 'vitest'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])

async function openPlatform() {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  const put = (payload: Buffer, type = 'image/png', headers = ada.headers as Record<string, string>) =>
    app.inject({
      method: 'PUT',
      url: '/api/v1/avatars',
      payload,
      headers: { ...headers, 'content-type': type },
    })
  return { app, ada, eve, put }
}

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
])('a picture in %s is stored, and shown to signed-in users', async (type, bytes) => {
  const { app, ada, eve, put } = await openPlatform()

  const { avatarUrl } = (await put(bytes, 'application/octet-stream')).json()
  const shown = await app.inject({ url: avatarUrl, headers: eve.headers })

  expect(shown.rawPayload.equals(bytes)).toBe(true)
  expect(shown.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
  expect(shown.headers['cache-control']).toContain('private')
  expect((await ada.call('GET', '/auth/me')).json().avatarUrl).toBe(avatarUrl)
  const again = { ...eve.headers, 'if-none-match': String(shown.headers.etag) }
  expect((await app.inject({ url: avatarUrl, headers: again })).statusCode).toBe(304)
  expect((await app.inject({ url: avatarUrl })).statusCode).toBe(401)
})

test.each([
  ['a drawing with a script in it', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a')],
  ['nothing', Buffer.alloc(0)],
])('%s is not a picture, whatever its name', async (_, bytes) => {
  const { put } = await openPlatform()

  expect((await put(bytes)).statusCode).toBe(400)
})

test('a picture above 256 KB is too large', async () => {
  const { put } = await openPlatform()
  const large = Buffer.concat([png, Buffer.alloc(256 * 1024)])

  expect((await put(large)).statusCode).toBe(413)
  expect((await put(large.subarray(0, 256 * 1024))).statusCode).toBe(200)
})

test('an upload without a session is rejected before its body is read, as is a cookie without its XSRF token', async () => {
  const { app, put } = await openPlatform()
  const payload = { username: 'ada', password: passwordOf('ada') }
  const login = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  expect((await put(Buffer.alloc(300 * 1024), 'image/png', {})).statusCode).toBe(401)
  expect((await put(png, 'image/png', { cookie })).statusCode).toBe(403)
})

test('removing the picture restores the generated one', async () => {
  const { app, ada, put } = await openPlatform()
  const { avatarUrl } = (await put(png)).json()

  await ada.call('DELETE', '/avatars')

  expect((await app.inject({ url: avatarUrl, headers: ada.headers })).statusCode).toBe(404)
  expect((await ada.call('GET', '/auth/me')).json().avatarUrl).toBeNull()
})
