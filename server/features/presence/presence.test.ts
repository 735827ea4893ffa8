import { expect, test } from 'vitest'
import { createMemoryBus } from '#server/bus/bus.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { hiddenLifeMs, presenceLifeMs } from '#shared/presence.ts'
import { createPresenceService } from './presence.service.ts'

test('presence lists the other viewers of a flow, by name or as another tab, until they leave or time out', async () => {
  const clock = { ms: Date.now() }
  const { app, signUp } = await createTestApp({ now: () => new Date(clock.ms) })
  const root = await signUp('root')
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  const flow = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Hers', flowData: aDemoFlow() })
  ).json()
  const viewing = (
    await app.inject({
      method: 'POST',
      url: '/trpc/users.impersonate',
      headers: root.headers,
      payload: { userId: ada.user.id },
    })
  ).json().result.data
  const here = async (headers: Record<string, string>, tab: string, more = {}) => {
    const input = JSON.stringify({ id: flow.id, tab, ...more })
    const response = await app.inject({ url: '/trpc/presence.here', query: { input }, headers })
    return response.json().result?.data ?? response.statusCode
  }
  const rootAsAda = { authorization: `Bearer ${viewing.token}` }
  const alone = { people: [], isElsewhere: false }

  expect(await here(ada.headers, 'first tab')).toEqual(alone)
  expect(await here(ada.headers, 'second tab', { isHidden: true })).toEqual({ people: [], isElsewhere: true })
  expect(await here(rootAsAda, 'tab of root')).toEqual({ people: ['ada'], isElsewhere: false })
  expect(await here(ada.headers, 'first tab')).toEqual({ people: ['root'], isElsewhere: true })
  expect(await here(eve.headers, 'tab of eve')).toBe(404)
  await here(ada.headers, 'tab of root', { leaves: true })
  expect(await here(ada.headers, 'first tab')).toMatchObject({ people: ['root'] })

  await here(rootAsAda, 'tab of root', { leaves: true })
  expect(await here(ada.headers, 'first tab')).toEqual({ people: [], isElsewhere: true })

  clock.ms += presenceLifeMs + 1
  expect(await here(ada.headers, 'third tab')).toEqual({ people: [], isElsewhere: true })
  clock.ms += hiddenLifeMs + 1
  expect(await here(ada.headers, 'third tab')).toEqual(alone)

  const trail = await app.inject({ url: '/trpc/audit.list', query: { input: '{}' }, headers: root.headers })
  expect(trail.body).not.toContain('presence')
})

test('a call overtaken by the tab’s close message does not bring the tab back', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const flow = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Hers', flowData: aDemoFlow() })
  ).json()
  const here = async (tab: string, more = {}) => {
    const input = JSON.stringify({ id: flow.id, tab, ...more })
    const response = await app.inject({ url: '/trpc/presence.here', query: { input }, headers: ada.headers })
    return response.json().result.data
  }
  const alone = { people: [], isElsewhere: false }

  await here('first tab', { at: 1 })
  await here('first tab', { at: 3, leaves: true })
  // Browsers report a page as hidden while unloading it.
  await here('first tab', { at: 2, isHidden: true })
  expect(await here('second tab', { at: 1 })).toEqual(alone)

  await here('first tab', { at: 4 })
  expect(await here('second tab', { at: 2 })).toEqual({ people: [], isElsewhere: true })
  // A late leave call of the page before the reload is ignored.
  await here('first tab', { at: 3, leaves: true })
  expect(await here('second tab', { at: 3 })).toEqual({ people: [], isElsewhere: true })
})

test('fifty tabs that have left, more than are stored, are not reported and leave room for others', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const flow = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Hers', flowData: aDemoFlow() })
  ).json()
  const here = async (tab: string, more = {}) => {
    const input = JSON.stringify({ id: flow.id, tab, ...more })
    const response = await app.inject({ url: '/trpc/presence.here', query: { input }, headers: ada.headers })
    return response.json().result.data
  }

  for (let visit = 0; visit < 50; visit += 1) {
    expect(await here(`tab number ${visit}`)).toEqual({ people: [], isElsewhere: false })
    await here(`tab number ${visit}`, { leaves: true })
  }
  await here('first tab')

  expect(await here('second tab')).toEqual({ people: [], isElsewhere: true })
})

test('people whose tabs are served by different processes see each other', async () => {
  const bus = createMemoryBus<LiveEvent>()
  const processOf = () =>
    createPresenceService({
      ...{ bus, now: () => new Date('2026-11-28T10:00:00Z') },
      find: async () => ({ userId: 'ada' }),
      nameOf: async (id) => id,
    })
  const [first, second] = [processOf(), processOf()]
  const here = { id: 'flow', tab: 'tab of ada' }

  await first.here({ id: 'ada', impersonatorId: null }, here)
  expect(await second.here({ id: 'ada', impersonatorId: 'root' }, { ...here, tab: 'tab of root' })).toEqual({
    ...{ people: ['ada'], isElsewhere: false },
  })

  await second.here({ id: 'ada', impersonatorId: null }, { ...here, at: 1, leaves: true })
  expect(await first.here({ id: 'ada', impersonatorId: 'root' }, { ...here, tab: 'tab of root' })).toEqual({
    ...{ people: [], isElsewhere: false },
  })
})
