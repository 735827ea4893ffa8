import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createLatestRelease } from './latest-release.ts'

const release = {
  name: 'Flowtill 9.1.0',
  html_url: 'https://releases.example/9.1.0',
  published_at: '2026-11-01T10:00:00Z',
}

async function openSource(answer: { status?: number; body: unknown }) {
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const source = { requested: 0, ...answer }
  const server = createServer((_, response) => {
    source.requested += 1
    response.statusCode = source.status ?? 200
    response.end(typeof source.body === 'string' ? source.body : JSON.stringify(source.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetch = createGuardedFetch({ allow: [pair], own: () => undefined })
  const latest = createLatestRelease({ fetch, url: `http://${pair}/latest`, now: () => clock.now })
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  return { latest, source, pass, pair }
}

test('the latest release has name, page and day, and is requested once an hour', async () => {
  const { latest, source, pass } = await openSource({ body: release })

  const both = await Promise.all([latest(), latest()])
  pass(59 * 60_000)
  await latest()

  expect(both[0]).toEqual({
    name: 'Flowtill 9.1.0',
    url: 'https://releases.example/9.1.0',
    publishedDate: new Date('2026-11-01T10:00:00Z'),
  })
  expect(source.requested).toBe(1)

  pass(2 * 60_000)
  await latest()
  expect(source.requested).toBe(2)
})

test.each([
  ['an error', { status: 500, body: 'down' }],
  ['no JSON', { body: '<html>' }],
  ['a link that would run a script', { body: { ...release, html_url: 'javascript:alert(1)' } }],
  ['no name', { body: { ...release, name: '' } }],
])(
  'a source that responds with %s is reported as failed, and not called again for a minute',
  async (_, answer) => {
    const { latest, source, pass } = await openSource(answer)

    await expect(latest()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
    await expect(latest()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(source.requested).toBe(1)

    Object.assign(source, { status: 200, body: release })
    pass(61_000)
    expect((await latest())?.name).toBe('Flowtill 9.1.0')
  },
)

test('requests go through the guard: an internal address that is not allowed is not called', async () => {
  const { source, pair } = await openSource({ body: release })
  const fetch = createGuardedFetch({ allow: [], own: () => undefined })
  const latest = createLatestRelease({ fetch, url: `http://${pair}/latest`, now: () => new Date() })

  await expect(latest()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(source.requested).toBe(0)
})

test('without an address no request is sent', async () => {
  const fetch = () => {
    throw new Error('Somebody was asked.')
  }
  const latest = createLatestRelease({ fetch, url: undefined, now: () => new Date() })

  expect(await latest()).toBeNull()
})
