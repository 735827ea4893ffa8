import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { apiKeys } from '#server/features/api-keys/api-keys.table.ts'
import { sessions } from '#server/features/auth/auth.table.ts'
import { credentials } from '#server/features/credentials/credentials.table.ts'
import { flowDrafts, flows } from '#server/features/flows/flows.table.ts'
import { embeddedTexts, indexChunks, indexes, vectorSpaces } from '#server/features/indexes/indexes.table.ts'
import { jobAttempts, jobs } from '#server/features/jobs/jobs.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { storeChunks, storeSources, stores, storeUploads } from '#server/features/stores/stores.table.ts'
import { templates } from '#server/features/templates/templates.table.ts'
import { tools } from '#server/features/tools/tools.table.ts'
import { postings } from '#server/features/wallet/wallet.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { noUsage } from '#shared/runs.ts'
import { avatars, profiles, users } from './users.table.ts'

async function openPlatform() {
  const test = await createTestApp({ listen: true })
  const { app, signUp, services, store } = test
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const remove = () => admin.call('DELETE', `/auth/users/${ada.user.id}`)
  async function makeFlow() {
    const flow = { name: 'Hers', type: 'CHATFLOW', flowData: aDemoFlow(), isPublic: true, deployed: true }
    return (await ada.call('POST', '/chatflows', flow)).json<{ id: string }>().id
  }
  const predict = (flowId: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload: { question: 'Hi' }, headers })
  return { app, services, store, admin, ada, remove, makeFlow, predict }
}

test('a removed account leaves only an anonymous row and its ledger', async () => {
  const { store, admin, ada, remove, makeFlow, predict, services } = await openPlatform()
  const flowId = await makeFlow()
  expect((await predict(flowId, ada.headers)).statusCode).toBe(200)
  await ada.call('POST', '/credentials', {
    name: 'Hers',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'x' },
  })
  await ada.call('PUT', '/auth/profile', { customerName: 'Ada Lovelace' })
  const flowData = aDemoFlow({ temperature: 0.1 })
  const actor = { userId: ada.user.id, authorId: ada.user.id }
  await services.flows.drafts.save(actor, { id: flowId, base: 0, flowData, keepsOther: false })
  await ada.call('POST', '/marketplaces/custom', { name: 'Hers', chatflowId: flowId })
  const balance = (await ada.call('GET', '/wallets/me')).json().balance

  expect((await remove()).json()).toEqual({ success: true })

  const { id } = ada.user
  const [row] = await store.db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ username: `removed-${id}`, role: 'USER', avatarUrl: null, passwordHash: '!' })
  expect(row?.removedDate).toBeInstanceOf(Date)
  // The random id could contain the same characters.
  expect(JSON.stringify(row).replaceAll(id, '')).not.toContain('ada')
  for (const table of [messages, credentials, apiKeys, sessions, profiles, avatars, templates]) {
    expect(await store.db.select().from(table).where(eq(table.userId, id))).toEqual([])
  }
  const [draft] = await store.db.select().from(flowDrafts).where(eq(flowDrafts.flowId, flowId))
  expect(draft).toMatchObject({ flowData: null, thumbnail: null })
  const [flow] = await store.db.select().from(flows).where(eq(flows.userId, id))
  expect(flow).toMatchObject({ isPublic: false })
  expect(flow?.removedDate).toBeInstanceOf(Date)
  expect(await services.wallet.balanceOf(id)).toMatchObject({ balanceMicro: 0, availableMicro: 0 })
  const closing = (await store.db.select().from(postings)).find(({ reason }) => reason === 'Account closed')
  expect(closing).toMatchObject({ kind: 'debit', actorId: admin.user.id })
  expect(await services.ledger.check()).toEqual([])
  const [reported] = (await services.audit.list({ limit: 1 })).items
  expect(reported).toMatchObject({ action: 'users.remove', details: { username: 'ada', balance } })
})

test('a removed account leaves no knowledge, and its jobs end', async () => {
  const { store, ada, remove, services } = await openPlatform()
  const owner = { id: ada.user.id, role: 'USER' } as const
  const { id: poolId } = await services.pools.create(owner, { name: 'Hers', description: '' })
  const add = (text: string) => services.pools.sources.addText(owner, { poolId, name: 'Hours', text })
  await add('Open from ten.')
  for (const { id } of await services.jobs.listOpen(poolId)) {
    await services.jobs.wait(id, AbortSignal.timeout(10_000))
  }
  const upload = await services.pools.uploads.begin(owner, { poolId, name: 'a.txt', bytes: 4 })
  const part = { poolId, uploadId: upload.id, offset: 0, bytes: Buffer.from('ab') }
  await services.pools.uploads.writePart(owner, part)
  await add('Closed on Mondays.')

  expect((await remove()).json()).toEqual({ success: true })

  for (const table of [stores, storeSources, storeChunks, storeUploads, jobs, jobAttempts]) {
    expect(await store.db.select().from(table)).toEqual([])
  }
  expect(await services.indexes.namedIndex(owner.id, poolId).size()).toBe(0)
  await services.indexes.sweep()
  for (const table of [indexes, indexChunks, embeddedTexts, vectorSpaces]) {
    expect(await store.db.select().from(table)).toEqual([])
  }
  expect(await services.ledger.check()).toEqual([])
})

test('sign-in, token, key, Basic and public flow of a removed account stop working, and lists omit the account', async () => {
  const { app, admin, ada, remove, makeFlow, predict } = await openPlatform()
  await admin.call('PUT', `/auth/users/${ada.user.id}`, { role: 'ADMIN' })
  const credentialsOf = { username: 'ada', password: passwordOf('ada') }
  const login = () => app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: credentialsOf })
  const headers = { authorization: `Bearer ${(await login()).json().token}` }
  const keys = await app.inject({
    method: 'POST',
    url: '/api/v1/apikey',
    headers,
    payload: { keyName: 'Hers', permissions: ['flows:ask', 'chatflows:view'] },
  })
  ada.headers.authorization = headers.authorization
  const flowId = await makeFlow()

  await remove()

  expect((await login()).statusCode).toBe(401)
  const basic = Buffer.from(`ada:${passwordOf('ada')}`).toString('base64')
  const tokens = [headers.authorization, `Bearer ${keys.json()[0].apiKey}`, `Basic ${basic}`]
  for (const authorization of tokens) {
    expect((await app.inject({ url: '/api/v1/chatflows', headers: { authorization } })).statusCode).toBe(401)
  }
  expect((await predict(flowId)).statusCode).toBe(404)
  expect((await admin.call('GET', '/auth/users')).body).not.toContain(ada.user.id)
  expect((await admin.call('GET', '/wallets/search/removed')).json()).toEqual([])
  expect((await remove()).statusCode).toBe(404)
})

test('name and email address become available again', async () => {
  const { app, remove } = await openPlatform()
  await remove()

  const payload = { username: 'ada', email: 'ada@example.com', password: 'long enough' }
  const again = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })

  expect(again.statusCode).toBe(200)
})

test('an answer in progress is stopped and charged before the wallet is closed', async () => {
  const { services, ada, remove, makeFlow } = await openPlatform()
  const flowId = await makeFlow()
  const run = await start()

  const [answer] = await Promise.all([remove(), run.end()])

  expect(answer.statusCode).toBe(200)
  expect(await services.wallet.balanceOf(ada.user.id)).toMatchObject({ balanceMicro: 0, availableMicro: 0 })
  expect(await services.ledger.check()).toEqual([])

  async function start() {
    const { versionId } = await services.flows.find(flowId)
    const opened = services.runs.start({
      flowId,
      versionId,
      userId: ada.user.id,
      chatId: 'chat',
      sessionId: 'chat',
      chatType: 'INTERNAL',
      memoryType: undefined,
      question: 'Hello',
      leadEmail: undefined,
      messageId: services.newId(),
    })
    const call = {
      callId: 'model:1',
      nodeId: 'model',
      provider: 'flowtill',
      model: 'flowtill-demo',
      paidBy: 'platform' as const,
    }
    const worstCase = { input: 1_000, output: 1_000 }
    await opened.log.append({ type: 'model_called', ...call, worstCase })
    async function end() {
      await new Promise((resolve) => opened.signal.addEventListener('abort', resolve))
      const usage = { ...noUsage, input: 10, output: 5 }
      await opened.log.append({
        type: 'model_stopped',
        callId: call.callId,
        nodeId: call.nodeId,
        reason: 'aborted',
        text: 'Hel',
        usage,
      })
      await opened.log.append({ type: 'run_stopped', text: 'Hel', usage })
      opened.close()
    }
    return { end }
  }
})

test('an account is not removed while money is still held', async () => {
  const { services, store, ada, remove } = await openPlatform()
  // Each look at the clock is a second later, so that the removal gives up after a few looks at the hold.
  let elapsedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsedMs += 1_000
    return elapsedMs
  })
  onTestFinished(() => clock.mockRestore())
  await store.transaction((tx) =>
    services.wallet.hold(tx, {
      userId: ada.user.id,
      reference: 'run:elsewhere',
      amountMicro: 1_000,
      expiresDate: new Date(Date.now() + 60_000),
    }),
  )

  const answer = await remove()

  expect(answer.statusCode).toBe(409)
  expect((await ada.call('GET', '/auth/me')).json().username).toBe('ada')
})

test('tools of a removed ADMIN are transferred to the removing ADMIN', async () => {
  const { admin, ada, remove, services, store } = await openPlatform()
  await admin.call('PUT', `/auth/users/${ada.user.id}`, { role: 'ADMIN' })
  const date = new Date()
  await store.transaction(async (tx) => {
    await tx.insert(tools).values({
      id: services.newId(),
      userId: ada.user.id,
      name: 'clock',
      description: 'Tells the time',
      color: '#000',
      iconSrc: null,
      schema: null,
      func: null,
      createdDate: date,
      updatedDate: date,
    })
  })

  await remove()

  expect(await store.db.select().from(tools)).toMatchObject([{ name: 'clock', userId: admin.user.id }])
})
