import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openDesk() {
  let time = Date.parse('2026-11-22T09:00:00Z')
  const world = await createTestApp({ now: () => new Date(time) })
  const ada = await world.signUp('ada')
  const { id: flowId } = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() })
  ).json<{ id: string }>()
  const { notifications } = world.services
  const fail = (cause: string) => {
    time += 1_000
    return notifications.notify({
      userId: ada.user.id,
      kind: 'flow_failed_for_visitor',
      cause,
      params: { message: `Failed: ${cause}` },
      flowId,
    })
  }
  const call = async (name: string, headers: Record<string, string>, input?: object) =>
    (
      await world.app.inject({
        method: input ? 'POST' : 'GET',
        url: `/trpc/notifications.${name}`,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(input && { payload: input }),
      })
    ).json()
  const pass = (ms: number) => {
    time += ms
  }
  return { ...world, ada, flowId, notifications, fail, call, pass }
}

test('a repeated cause is one unread notification with a count; another cause is a separate one', async () => {
  const { notifications, ada, fail, flowId } = await openDesk()
  await fail('UPSTREAM_FAILED')
  await fail('INSUFFICIENT_FUNDS')
  await fail('UPSTREAM_FAILED')

  const { items, unread } = await notifications.list(ada.user.id)

  expect(unread).toBe(2)
  expect(items).toMatchObject([
    { params: { message: 'Failed: UPSTREAM_FAILED' }, count: 2, flowId, flowName: 'Shop', readDate: null },
    { params: { message: 'Failed: INSUFFICIENT_FUNDS' }, count: 1 },
  ])
})

test('a notification that was read stays listed, and a later occurrence is new', async () => {
  const { notifications, ada, fail } = await openDesk()
  await fail('UPSTREAM_FAILED')
  await notifications.markRead(ada.user.id, undefined)
  await fail('UPSTREAM_FAILED')

  const { items, unread } = await notifications.list(ada.user.id)

  expect(unread).toBe(1)
  expect(items.map(({ count, readDate }) => [count, readDate !== null])).toEqual([
    [1, false],
    [1, true],
  ])
})

test('notifications read long ago are deleted, unread ones never', async () => {
  const { notifications, ada, fail, pass } = await openDesk()
  await fail('old and read')
  await notifications.markRead(ada.user.id, undefined)
  await fail('old and unread')
  pass(91 * 86_400_000)
  await notifications.markRead(ada.user.id, [])

  const { items } = await notifications.list(ada.user.id)

  expect(items.map(({ params }) => params.message)).toEqual(['Failed: old and unread'])
})

test('users list and mark only their own', async () => {
  const { notifications, signUp, ada, fail, call } = await openDesk()
  await fail('UPSTREAM_FAILED')
  const eve = await signUp('eve')
  const [{ id } = { id: '' }] = (await notifications.list(ada.user.id)).items

  expect((await call('list', eve.headers)).result.data).toEqual({ items: [], unread: 0 })
  expect((await call('markRead', eve.headers, { ids: [id] })).result.data).toEqual({ affected: 0 })
  expect((await call('list', ada.headers)).result.data.unread).toBe(1)
})

test('notifications are deleted with their user', async () => {
  const { notifications, services, signUp, ada, fail, app } = await openDesk()
  const eve = await signUp('eve')
  await notifications.notify({ userId: eve.user.id, kind: 'flow_failed_for_visitor', cause: 'any' })
  await fail('UPSTREAM_FAILED')

  const removed = await app.inject({
    method: 'DELETE',
    url: `/api/v1/auth/users/${eve.user.id}`,
    headers: ada.headers,
  })

  expect(removed.statusCode).toBe(200)
  expect(await services.notifications.list(eve.user.id)).toEqual({ items: [], unread: 0 })
  expect((await services.notifications.list(ada.user.id)).unread).toBe(1)
})
