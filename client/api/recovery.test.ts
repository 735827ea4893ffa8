import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { recoverFromOutages } from './recovery.ts'

function openOutage() {
  const world = { isDown: true, pings: 0, requested: 0 }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = recoverFromOutages(client, {
    checkMs: 1,
    isReachable: async () => {
      world.pings += 1
      return !world.isDown
    },
  })
  const watch = (key: string, fail: () => unknown) =>
    new QueryObserver(client, {
      queryKey: [key],
      queryFn: async () => {
        world.requested += 1
        const error = fail()
        if (error) {
          throw error
        }
        return key
      },
    }).subscribe(() => undefined)
  onTestFinished(() => {
    stop()
    client.clear()
  })
  return { world, client, watch }
}

test('queries that failed during an outage are reloaded when the server is back', async () => {
  const { world, client, watch } = openOutage()
  const fail = () => world.isDown && new TypeError('Failed to fetch')
  watch('flows', fail)
  watch('wallet', fail)
  await expect.poll(() => world.pings).toBeGreaterThan(2)
  expect(client.getQueryData(['flows'])).toBeUndefined()

  world.isDown = false

  await expect.poll(() => client.getQueryData(['flows'])).toBe('flows')
  await expect.poll(() => client.getQueryData(['wallet'])).toBe('wallet')
})

test('queries rejected by the server are not retried', async () => {
  const { world, watch } = openOutage()
  world.isDown = false
  const rejection = { data: { error: { code: 'FORBIDDEN', message: 'No.' } } }
  watch('tools', () => rejection)
  watch('flows', () => (world.pings === 0 ? new TypeError('Failed to fetch') : undefined))

  await expect.poll(() => world.requested).toBe(3)
  expect(world.pings).toBe(1)
})
