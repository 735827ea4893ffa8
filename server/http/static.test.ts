import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestServices } from '#server/testing/test-app.ts'

async function openClient() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-client-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>Flowtill</title>')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync('small'))
  const { services } = await createTestServices()
  const app = await buildApp(services, { clientFolder: folder })
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return app
}

test('files named by content hash are precompressed and cached forever', async () => {
  const app = await openClient()

  const response = await app.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })

  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(response.headers['content-encoding']).toBe('br')
  expect(response.headers).not.toHaveProperty('last-modified')
  expect(response.headers).not.toHaveProperty('accept-ranges')
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe('small')
})

test('a file named by content hash that the browser has is not sent again', async () => {
  const app = await openClient()
  const { headers } = await app.inject({ url: '/assets/main-1a2b.js' })

  const again = await app.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'if-none-match': String(headers.etag) },
  })

  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
})

test.each(['/', '/app/chatflows', '/canvas/1?x=2', '/nowhere'])(
  '%s returns the client, revalidated on every request',
  async (url) => {
    const app = await openClient()

    const response = await app.inject({ url })

    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('Flowtill')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-security-policy']).toContain("script-src 'self'")
  },
)

test.each(['/api/v1/nowhere', '/api/nowhere', '/assets/gone.js', '/sandbox/nowhere'])(
  '%s returns a JSON 404',
  async (url) => {
    const app = await openClient()

    const response = await app.inject({ url })

    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('NOT_FOUND')
  },
)

test.each([
  [`/api/v1/verify/apikey/${'a'.repeat(5_001)}`, 414, 'URI_TOO_LONG'],
  [`/api/v1/${'a'.repeat(5_001)}`, 404, 'NOT_FOUND'],
  ['/api/v1/nowhere%00', 404, 'NOT_FOUND'],
])('static files do not handle API paths (%#)', async (url, status, code) => {
  const app = await openClient()

  const response = await app.inject({ url })

  expect([response.statusCode, response.json().code]).toEqual([status, code])
})

test('no file outside the client folder is served', async () => {
  const app = await openClient()

  const response = await app.inject({ url: '/assets/..%2f..%2f..%2fetc/passwd' })

  expect(response.body).not.toContain('root:')
})
