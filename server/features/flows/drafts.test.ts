import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import type { FlowDraft } from '#shared/flow-versions.ts'
import type { FlowSummary } from '#shared/flows.ts'
import { flowDrafts } from './flows.table.ts'
import { openStudio, withDays } from './testing/open-studio.ts'

const question = 'Can I return a chipped plate?'

test('the canvas and its chat use the draft; all other callers get the published version', async () => {
  const { ada, id, first, write, draft, answering, flow, store } = await openStudio({ listen: true })

  const head = await write('saveDraft', { base: 0, flowData: withDays(45) })

  expect(head).toMatchObject({
    revision: 1,
    isDraft: true,
    changes: { added: 0, removed: 0, changed: 1 },
    by: { username: 'ada' },
    published: { number: 1 },
    newest: 1,
  })
  expect(await draft()).toMatchObject({ revision: 1, flowData: withDays(45) })
  expect(await answering()).toMatchObject({ flowData: first, updatedDate: flow.updatedDate })
  const inside = (await ada.call('POST', `/internal-prediction/${id}`, { question })).json()
  const outside = (await ada.call('POST', `/prediction/${id}`, { question })).json()
  expect(inside.text).toContain('45 days')
  expect(outside.text).toContain('30 days')
  const named = (await store.db.select().from(runs).where(eq(runs.flowId, id))).map(
    ({ versionId }) => versionId,
  )
  expect(named.filter((name) => name === `${id}@1`)).toHaveLength(1)

  await write('saveDraft', { base: 1, flowData: withDays(60) })

  const again = (await ada.call('POST', `/internal-prediction/${id}`, { question })).json()
  expect(again.text).toContain('60 days')
})

test('a save over an unseen revision is rejected with the current revision', async () => {
  const { write, draft } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  const rejected = await write('saveDraft', { base: 0, flowData: withDays(60) })

  expect(rejected).toMatchObject({ code: 'CONFLICT', statusCode: 409, details: { revision: 1 } })
  expect((await draft()).flowData).toBe(withDays(45))
  expect(await write('saveDraft', { base: 3, flowData: withDays(60) })).toMatchObject({ code: 'CONFLICT' })
})

test('of two concurrent saves one is rejected', async () => {
  const { write } = await openStudio()

  const answers = await Promise.all(
    [45, 60].map((days) => write('saveDraft', { base: 0, flowData: withDays(days) })),
  )

  expect(answers.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', undefined])
})

test('a deliberately overwritten draft is stored as a version', async () => {
  const { write, versions, read } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  await write('saveDraft', { base: 1, flowData: withDays(60), keepsOther: true })

  const [stored] = await versions()
  expect(stored).toMatchObject({ number: 2, reason: 'before-overwrite', isLive: false })
  expect(await read('versions.get', { versionId: stored?.id })).toMatchObject({ flowData: withDays(45) })
})

test('a draft equal to the published version is no draft, and one without a substantial change is not ahead', async () => {
  const { request, ada, first, write } = await openStudio()
  const moved = first.replace('"x":424', '"x":500')
  const summary = async () =>
    (await request<FlowSummary[]>(ada, 'flows.summaries', {}, true)).map(
      ({ draft, name, version, changeCount }) => [name, draft, version, changeCount],
    )

  await write('saveDraft', { base: 0, flowData: moved })
  expect(await summary()).toEqual([['Desk', 'none', 1, 0]])
  await write('saveDraft', { base: 1, flowData: withDays(45), name: 'New desk' })
  expect(await summary()).toEqual([['New desk', 'ahead', 1, 1]])
  const head = await write('saveDraft', { base: 2, flowData: first })

  expect(head).toMatchObject({ isDraft: false, revision: 3 })
  expect(await summary()).toEqual([['New desk', 'none', 1, 0]])
})

test('a flow created on the canvas cannot be called until it is published', async () => {
  const { ada, request, app } = await openStudio({ listen: true })
  const startedFlow = await request<FlowDraft>(ada, 'flows.begin', { name: 'Fresh', flowData: withDays(45) })
  const { id } = startedFlow
  expect(startedFlow).toMatchObject({ revision: 1, isDraft: true, published: null, newest: 0 })

  const rejected = await ada.call('POST', `/prediction/${id}`, { question })
  expect(rejected.json()).toMatchObject({
    code: 'INVALID_FLOW',
    error: 'This flow has not been published yet.',
  })
  expect((await app.inject(`/api/v1/chatflows-streaming/${id}`)).json()).toEqual({ isStreaming: false })
  expect((await ada.call('GET', `/chatflows/${id}`)).json()).toMatchObject({ flowData: withDays(45) })
  const exported = (await ada.call('POST', '/export-import/export', { chatflow: true })).json()
  expect(exported.ChatFlow.map(({ flowData }: { flowData: string }) => flowData)).toContain(withDays(45))

  const listed = async () =>
    (
      await app.inject({
        url: '/trpc/flows.versions.list',
        query: { input: JSON.stringify({ id }) },
        headers: ada.headers,
      })
    ).json().result.data
  expect(await listed()).toEqual([])
  const live = await request<FlowDraft>(ada, 'flows.publish', { id, base: 1, flowData: withDays(45) })
  expect(live).toMatchObject({ published: { number: 1 }, newest: 1 })
  expect(await listed()).toMatchObject([{ number: 1, reason: 'published' }])
  expect((await ada.call('POST', `/prediction/${id}`, { question })).json().text).toContain('45 days')
})

test('a published empty flow also answers as v1', async () => {
  const { ada, request } = await openStudio()
  const flowData = '{"nodes":[],"edges":[]}'
  const { id } = await request<FlowDraft>(ada, 'flows.begin', { name: 'Fresh', flowData })

  const live = await request<FlowDraft>(ada, 'flows.publish', { id, base: 1, flowData })

  expect(live).toMatchObject({ published: { number: 1 }, newest: 1 })
})

test('an export of a flow contains the published version', async () => {
  const { ada, first, write } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  const exported = (await ada.call('POST', '/export-import/export', { chatflow: true })).json()

  expect(exported.ChatFlow.map(({ flowData }: { flowData: string }) => flowData)).toEqual([first])
})

test('a save through the API publishes immediately: the draft is replaced, stored as a version, and its owner notified', async () => {
  const { ada, id, write, draft, versions, answering, read } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  await ada.call('PUT', `/chatflows/${id}`, { flowData: withDays(90) })

  expect((await answering()).flowData).toBe(withDays(90))
  expect(await draft()).toMatchObject({ isDraft: false, revision: 2, flowData: withDays(90) })
  expect((await versions()).map(({ number, reason, isLive }) => [number, reason, isLive])).toEqual([
    [3, 'api', true],
    [2, 'before-api', false],
    [1, 'created', false],
  ])
  const [, stored] = await versions()
  expect(await read('versions.get', { versionId: stored?.id })).toMatchObject({ flowData: withDays(45) })
  expect(await write('saveDraft', { base: 1, flowData: withDays(60) })).toMatchObject({ code: 'CONFLICT' })
})

test('a removed flow takes its draft with it', async () => {
  const { ada, id, write, store, read } = await openStudio()
  await write('saveDraft', { base: 0, flowData: withDays(45) })

  await ada.call('DELETE', `/chatflows/${id}`)

  const [row] = await store.db.select().from(flowDrafts).where(eq(flowDrafts.flowId, id))
  expect(row).toMatchObject({ flowData: null, thumbnail: null })
  expect(await read('draft')).toMatchObject({ code: 'NOT_FOUND' })
})

test('the draft of another user is not found, and invalid flow data is rejected', async () => {
  const { eve, write, read, draft } = await openStudio()

  expect(await read('draft', {}, eve)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await write('saveDraft', { base: 0, flowData: withDays(45) }, eve)).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await write('saveDraft', { base: 0, flowData: '{}' })).toMatchObject({ code: 'INVALID_FLOW' })
  expect((await draft()).revision).toBe(0)
})

test('a change during impersonation names the impersonating admin as its author', async () => {
  const { root, ada, write, versions } = await openStudio()
  const { token } = (await root.call('POST', '/auth/impersonate', { userId: ada.user.id })).json()
  const viewing = { headers: { authorization: `Bearer ${token}` } }

  const head = await write('saveDraft', { base: 0, flowData: withDays(45) }, viewing)
  await write('versions.save', { base: 1, flowData: withDays(45) }, viewing)

  expect(head.by.username).toBe('root')
  expect((await versions())[0]?.author.username).toBe('root')
})
