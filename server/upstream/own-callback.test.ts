import { expect, test } from 'vitest'
import { listen } from '#server/testing/tiny-server.ts'
import { createOwnCallbackFetch } from './own-callback.ts'

test('reaches the one given address, though it is on this machine', async () => {
  const server = await listen((_, response) => void response.end('OK'))
  const fetch = createOwnCallbackFetch(() => `${server.origin}/callback`)

  const answer = await fetch(`${server.origin}/callback`, { method: 'POST', body: 'a=b' })

  expect(await answer.text()).toBe('OK')
})

test.each(['/', '/callback/', '/callback?x', '//callback', '/callback/../callback2'])(
  'reaches nothing else, not even next to it: %s',
  async (path) => {
    const server = await listen((_, response) => void response.end('OK'))
    const other = await listen((_, response) => void response.end('OK'))
    const fetch = createOwnCallbackFetch(() => `${server.origin}/callback`)

    await expect(fetch(`${server.origin}${path}`)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(fetch(`${other.origin}/callback`)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(server.hits() + other.hits()).toBe(0)
  },
)

test('reaches nothing while the address is unknown', async () => {
  const server = await listen((_, response) => void response.end('OK'))
  const fetch = createOwnCallbackFetch(() => undefined)

  await expect(fetch(server.origin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(server.hits()).toBe(0)
})
