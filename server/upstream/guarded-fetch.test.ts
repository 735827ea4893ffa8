import type { LookupFunction } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const nobody = () => undefined

describe('a host name', () => {
  test.each([
    ['that leads inside', ['127.0.0.1']],
    ['that leads outside and inside', ['93.184.216.34', '10.0.0.1']],
    ['that leads to a tunnel', ['64:ff9b::a9fe:a9fe']],
    ['that leads nowhere', []],
  ])('%s is not called', async (_, addresses) => {
    const { port, hits } = await listen((_, response) => response.end('inside'))
    const fetch = createGuardedFetch({ allow: [], own: nobody, lookup: resolveTo(addresses) })

    for (const protocol of ['http', 'https']) {
      await expect(fetch(`${protocol}://rebind.example:${port}/`)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining(`rebind.example:${port}`),
      })
    }

    expect(hits()).toBe(0)
  })

  test('is checked again for every connection, and the connection uses the checked address', async () => {
    const { port, hits } = await listen((_, response) => response.end('inside'))
    const answers = [['93.184.216.34', '10.0.0.1'], ['127.0.0.1']]
    const lookup: LookupFunction = (host, options, callback) =>
      resolveTo(answers.shift() ?? [])(host, options, callback)
    const fetch = createGuardedFetch({ allow: [], own: nobody, lookup })

    await expect(fetch(`http://rebind.example:${port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(fetch(`http://rebind.example:${port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN' })

    expect(hits()).toBe(0)
    expect(answers).toEqual([])
  })

  test('is not reported as rejected if it cannot be resolved', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '')
    const fetch = createGuardedFetch({ allow: [], own: nobody, lookup })

    await expect(fetch('http://nowhere.example/')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('an allowed address', () => {
  test('is our own, under /sandbox/', async () => {
    const { origin } = await listen((request, response) => response.end(request.url))
    const fetch = createGuardedFetch({ allow: [], own: () => origin })

    const response = await fetch(`${origin}/sandbox/openai/v1/models?a=1`)

    expect(await response.text()).toBe('/sandbox/openai/v1/models?a=1')
  })

  test('is on the list', async () => {
    const { port } = await listen((_, response) => response.end('inside'))
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`, 'LOCALHOST:1'], own: nobody })

    expect(await (await fetch(`http://127.0.0.1:${port}/x`)).text()).toBe('inside')
    await expect(fetch(`http://localhost:${port}/x`)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('receives the request unchanged, but no connection headers', async () => {
    const { port } = await listen(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      response.end(JSON.stringify({ method: request.method, headers: request.headers, body }))
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    const headers = {
      Host: 'evil.example',
      'X-Key': 'k',
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
    }
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      body: new TextEncoder().encode('hello'),
    })

    expect(await response.json()).toEqual({
      method: 'POST',
      body: 'hello',
      headers: { host: `127.0.0.1:${port}`, 'x-key': 'k', 'content-length': '5', connection: 'keep-alive' },
    })
  })

  test('answers with a real response, error or not', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(418, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'retry-after': '7' })
      response.end('{"error":"short and stout"}')
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    const response = await fetch(`http://127.0.0.1:${port}/`)

    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.ok]).toEqual([418, false])
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'retry-after': '7',
    })
    expect(await response.json()).toEqual({ error: 'short and stout' })
  })

  test('can respond without a body', async () => {
    const { port } = await listen((_, response) => response.writeHead(204).end())
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    const response = await fetch(`http://127.0.0.1:${port}/`)

    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test('can stream, and is notified when the reader stops', async () => {
    const closed = Promise.withResolvers<void>()
    const { port } = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write('data: x\n\n'), 2)
      response.on('close', () => {
        clearInterval(timer)
        closed.resolve()
      })
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    const response = await fetch(`http://127.0.0.1:${port}/`)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    await reader?.cancel()

    expect(new TextDecoder().decode(first?.value)).toContain('data: x')
    await closed.promise
  })

  test('can be aborted, before and during its response', async () => {
    const { port } = await listen((request, response) => {
      if (request.url === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: x\n\n')
      }
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })
    const reason = new Error('enough')
    const [before, within] = [new AbortController(), new AbortController()]

    const requested = fetch(`http://127.0.0.1:${port}/`, { signal: before.signal })
    const response = await fetch(`http://127.0.0.1:${port}/stream`, { signal: within.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    before.abort(reason)
    within.abort(reason)

    await expect(requested).rejects.toBe(reason)
    await expect(reader?.read()).rejects.toBe(reason)
  })

  test('delivers the received data before it reports a broken connection', async () => {
    const closed = Promise.withResolvers<void>()
    const { port } = await listen((_, response) => {
      response.socket?.once('close', () => closed.resolve())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: one\n\n', () => response.socket?.destroySoon())
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    const response = await fetch(`http://127.0.0.1:${port}/`)
    await closed.promise
    const reader = response.body?.getReader()

    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: one\n\n')
    await expect(reader?.read()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  })
})

describe('a redirected page', () => {
  test('is read at its new address', async () => {
    const { port } = await listen((request, response) =>
      request.url === '/old'
        ? response.writeHead(301, { location: 'new?a=1' }).end()
        : response.end(`${request.method} ${request.url}`),
    )
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    expect(await (await fetch(`http://127.0.0.1:${port}/old`)).text()).toBe('GET /new?a=1')
  })

  test('to another origin is requested without credentials; within its own, with them', async () => {
    const other = await listen((request, response) => response.end(JSON.stringify(request.headers)))
    const first = await listen((request, response) =>
      request.url === '/in'
        ? response.end(JSON.stringify(request.headers))
        : response.writeHead(302, { location: request.url === '/away' ? other.origin : '/in' }).end(),
    )
    const allow = [`127.0.0.1:${first.port}`, `127.0.0.1:${other.port}`]
    const fetch = createGuardedFetch({ allow, own: nobody })
    const headers = { authorization: 'Bearer key', 'X-Api-Key': 'key', cookie: 'key', Accept: 'text/html' }

    const away = await (await fetch(`${first.origin}/away`, { headers })).text()
    const within = await (await fetch(`${first.origin}/stay`, { headers })).text()

    expect(away).toContain('text/html')
    expect(away).not.toContain('key')
    expect(within).toContain('Bearer key')
  })
})

describe('a rejected response', () => {
  test.each([301, 302, 303, 307, 308])('redirects without end: %i', async (status) => {
    const { port, hits } = await listen((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    )
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining('redirects to another address'),
    })

    expect(hits()).toBe(4)
  })

  test.each([
    ['what is written', { method: 'POST', body: 'x' }],
    ['a body', { method: 'PUT', body: 'x' }],
    ['a reader who forbids it', { redirect: 'error' as const }],
  ])('redirects with %s', async (_, init) => {
    const { port, hits } = await listen((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    await expect(fetch(`http://127.0.0.1:${port}/`, init)).rejects.toThrow('redirects to another address')

    expect(hits()).toBe(1)
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://localhost:1/',
    'file:///etc/passwd',
    'gopher://x/',
    '',
  ])('redirects inside: %j', async (location) => {
    const { port, hits } = await listen((_, response) => response.writeHead(302, { location }).end())
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: expect.stringMatching(/FORBIDDEN|UPSTREAM_FAILED/),
    })

    expect(hits()).toBeLessThanOrEqual(4)
  })

  test.each(['application/json', 'text/event-stream'])('is too large: %s', async (type) => {
    const { port } = await listen((_, response) => {
      response.writeHead(200, { 'content-type': type })
      response.end('x'.repeat(2_000))
    })
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody, maxBytes: 1_000 })

    const read = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())

    await expect(read).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  })

  test('is compressed', async () => {
    const { port } = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    )
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })

    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('packed')
  })
})

test('proxies of the environment are not used', async () => {
  const { port } = await listen((_, response) => response.end('direct'))
  const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: nobody })
  const { env } = process
  Object.assign(env, { http_proxy: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1' })
  onTestFinished(() => {
    delete env.http_proxy
    delete env.HTTP_PROXY
  })

  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('direct')
})

function resolveTo(addresses: string[]): LookupFunction {
  return (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = found
    return options.all ? callback(null, found) : callback(null, first?.address ?? '', first?.family)
  }
}
