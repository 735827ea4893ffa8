import { expect, test } from 'vitest'
import type { FlowDraft, FlowHead, FlowVersion } from '#shared/flow-versions.ts'
import { openStudio, withDays } from './testing/open-studio.ts'

test('a version is saved on request, is not published, and is not duplicated', async () => {
  const { write, versions, answering, first } = await openStudio()
  const flowData = withDays(45)

  const saved = await write<{ version: number; revision: number }>('versions.save', {
    base: 0,
    flowData,
    message: 'Longer returns',
  })
  const again = await write<{ version: number }>('versions.save', { base: saved.revision, flowData })

  expect([saved.version, again.version]).toEqual([2, 2])
  expect((await answering()).flowData).toBe(first)
  expect(await versions()).toMatchObject([
    {
      number: 2,
      name: 'Longer returns',
      reason: 'saved',
      isLive: false,
      author: { username: 'ada' },
      changes: { added: 0, removed: 0, changed: 1 },
      thumbnail: { boxes: [{}, {}, {}] },
    },
    { number: 1, reason: 'created', isLive: true, changes: null },
  ])
})

test('publishing reuses the version that was saved before', async () => {
  const { write, versions, answering, draft, id, ada, flow } = await openStudio()
  await write('versions.save', { base: 0, flowData: withDays(45) })

  const head = await write('publish', { base: 1, flowData: withDays(45) })

  expect(head).toMatchObject({ isDraft: false, revision: 2, published: { number: 2 }, newest: 2 })
  expect((await answering()).flowData).toBe(withDays(45))
  expect(await draft()).toMatchObject({ isDraft: false, flowData: withDays(45) })
  expect((await versions()).map(({ number, isLive }) => [number, isLive])).toEqual([
    [2, true],
    [1, false],
  ])
  const since = `/chatflows/has-changed/${id}/${flow.updatedDate}`
  expect((await ada.call('GET', since)).json()).toEqual({ hasChanged: true })
})

test('the first published version is v1; versions saved before it have no number of their own', async () => {
  const { request, ada } = await openStudio()
  const { id } = await request<FlowDraft>(ada, 'flows.begin', { name: 'Fresh', flowData: withDays(1) })
  const write = <Answer>(route: string, input: object) =>
    request<Answer>(ada, `flows.${route}`, { id, ...input })
  const list = () => request<FlowVersion[]>(ada, 'flows.versions.list', { id }, true)
  const save = (base: number, days: number) =>
    write<{ version: number; revision: number }>('versions.save', { base, flowData: withDays(days) })

  const one = await save(1, 45)
  const two = await save(one.revision, 46)
  expect(one.version).toBeLessThan(two.version)
  expect(two.version).toBeLessThan(1)
  expect(await list()).toMatchObject([{ number: two.version }, { number: one.version }])

  const head = await write<FlowHead>('publish', { base: two.revision, flowData: withDays(46) })
  expect(head).toMatchObject({ published: { number: 1 }, newest: 1 })
  expect((await list()).map(({ number, isLive }) => [number, isLive])).toEqual([
    [1, true],
    [one.version, false],
  ])

  const three = await save(head.revision, 47)
  expect(three.version).toBe(2)
  const [, , oldest] = await list()
  expect(await write('versions.publish', { versionId: oldest?.id })).toMatchObject({
    published: { number: 3 },
  })
})

test('publishing over an unseen revision is rejected and changes nothing', async () => {
  const { write, versions, answering, first } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  expect(await write('publish', { base: 0, flowData: withDays(60) })).toMatchObject({ code: 'CONFLICT' })

  expect(await versions()).toHaveLength(1)
  expect((await answering()).flowData).toBe(first)
})

test('restoring copies a version to the canvas, stores the previous draft, and does not change the published version', async () => {
  const { write, versions, answering, draft, first } = await openStudio()
  await write('publish', { base: 0, flowData: withDays(45) })
  const [, one] = await versions()

  const restored = await write<FlowDraft>('versions.restore', {
    versionId: one?.id,
    base: 1,
    flowData: withDays(60),
  })

  expect(restored).toMatchObject({ flowData: first, isDraft: true, revision: 2 })
  expect((await draft()).flowData).toBe(first)
  expect((await answering()).flowData).toBe(withDays(45))
  const [stored] = await versions()
  expect(stored).toMatchObject({ number: 3, reason: 'before-restore' })
})

test('an older version is published again, and the draft is unchanged', async () => {
  const { write, versions, answering, draft, first } = await openStudio()
  await write('publish', { base: 0, flowData: withDays(45) })
  const [, one] = await versions()

  const head = await write('versions.publish', { versionId: one?.id })

  expect(head).toMatchObject({ published: { number: 1 }, isDraft: true })
  expect((await answering()).flowData).toBe(first)
  expect((await draft()).flowData).toBe(withDays(45))
})

test('a version is saved automatically after half an hour of work', async () => {
  let time = Date.parse('2026-11-21T10:00:00Z')
  const { write, versions } = await openStudio({ now: () => new Date(time) })
  const save = async (base: number, days: number, minutes: number) => {
    time += minutes * 60_000
    return write('saveDraft', { base, flowData: withDays(days) })
  }
  await save(0, 45, 1)
  await save(1, 46, 29)
  expect(await versions()).toHaveLength(1)

  await save(2, 47, 1)
  await save(3, 48, 1)

  expect((await versions()).map(({ number, reason }) => [number, reason])).toEqual([
    [2, 'timed'],
    [1, 'created'],
  ])
})

test('fifty versions are retained, besides those named or ever published', async () => {
  const { write, versions } = await openStudio()
  await write('versions.save', { base: 0, flowData: withDays(100), message: 'Named' })
  let base = 1
  for (let days = 101; days < 155; days += 1) {
    await write('versions.save', { base, flowData: withDays(days) })
    base += 1
  }

  const stored = await versions()

  expect(stored).toHaveLength(52)
  expect(stored.filter(({ name, isLive }) => name || isLive).map(({ number }) => number)).toEqual([2, 1])
  expect(stored[0]?.number).toBe(56)
  expect(stored.at(-3)?.number).toBe(7)
})

test('a version is named and unnamed, and becomes a separate, unpublished flow', async () => {
  const { ada, write, versions } = await openStudio()
  const [one] = await versions()

  await write('versions.name', { versionId: one?.id, name: 'The first' })
  expect((await versions())[0]?.name).toBe('The first')
  await write('versions.name', { versionId: one?.id, name: null })
  expect((await versions())[0]?.name).toBeNull()
  const copy = await write<FlowDraft>('versions.duplicate', { versionId: one?.id, name: 'Desk two' })

  expect(copy).toMatchObject({ name: 'Desk two', published: null })
  expect((await ada.call('GET', '/chatflows')).json()).toHaveLength(2)
})

test('a version saved before a replacement leaves the draft unchanged', async () => {
  const { write, versions, draft } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  await write('versions.keep', { flowData: withDays(44), reason: 'before-replace' })

  expect((await versions())[0]).toMatchObject({ number: 2, reason: 'before-replace' })
  expect((await draft()).revision).toBe(1)
})

test('versions of another flow and of another user are not found', async () => {
  const { ada, eve, write, read, versions } = await openStudio()
  const [one] = await versions()
  const other = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Other' })).json<{
    id: string
  }>()
  const routes = [
    ['versions.restore', { base: 0, flowData: withDays(45) }],
    ['versions.publish', {}],
    ['versions.name', { name: 'x' }],
    ['versions.duplicate', { name: 'x' }],
  ] as const

  for (const [route, input] of routes) {
    const named = { ...input, versionId: one?.id }
    expect(await write(route, { ...named, id: other.id })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await write(route, named, eve)).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await read('versions.get', { versionId: one?.id, id: other.id })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await read('versions.list', {}, eve)).toMatchObject({ code: 'NOT_FOUND' })
})
