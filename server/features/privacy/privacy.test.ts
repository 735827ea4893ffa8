import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { channelChats, channelEvents, channelParts } from '#server/features/channels/channels.table.ts'
import { openChannels } from '#server/features/channels/testing/open-channels.ts'
import { noPrediction } from '#server/features/chat/no-prediction.ts'
import { leads } from '#server/features/leads/leads.table.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { conversationEntries } from '#server/features/messages/entries.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runLog, runs } from '#server/features/runs/runs.table.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { Erased, visitorDataSchema } from '#shared/privacy.ts'

type Exported = z.output<typeof visitorDataSchema>

const DAY_MS = 24 * 60 * 60_000

/** A flow whose visitor Mia has written twice, from two devices; Tom has written once. */
async function openVisitors(settings: Parameters<typeof openInbox>[0] = {}) {
  const world = await openInbox(settings)
  const { services, store, ada, flowId, talk, clock } = world
  const rated = await talk('mia-phone', 'Where is my parcel?', 'On its way.')
  await talk('mia-desk', 'Hello again', 'Hello Mia')
  await talk('tom', 'Do you ship to Bursa?', 'Yes')
  const leave = (chatId: string, name: string, email: string) => {
    clock.ms += 60_000
    const lead = { id: chatId, flowId, userId: ada.user.id, chatId, name, email, phone: null }
    return store.transaction((tx) => tx.insert(leads).values({ ...lead, createdDate: new Date(clock.ms) }))
  }
  await leave('mia-phone', 'Mia', 'mia@example.com')
  await leave('mia-desk', 'Mia', 'Mia@Example.com')
  await leave('tom', 'Tom', 'tom@example.com')
  await services.feedback.rate(ada.user.id, { flowId, messageId: rated, rating: 'THUMBS_DOWN' })
  const left = async () => ({
    messages: (await store.db.select().from(messages)).map(({ chatId }) => chatId),
    conversations: (await store.db.select().from(conversations)).map(({ chatId }) => chatId),
    leads: (await store.db.select().from(leads)).map(({ name }) => name),
  })
  return { ...world, left }
}

test('what is stored about a visitor is exported: every conversation with the same e-mail address', async () => {
  const { read, flowId, change } = await openVisitors()
  await change('takeover.addNote', { flowId, chatId: 'mia-phone', text: 'Parcel 17' })

  const data = await read<Exported>('privacy.export', { flowId, chatId: 'mia-desk' })

  expect(data.flow).toEqual({ id: flowId, name: 'Shop' })
  expect(data.leads.map(({ email }) => email)).toEqual(['mia@example.com', 'Mia@Example.com'])
  expect(data.conversations.map(({ chatId }) => chatId)).toEqual(['mia-phone', 'mia-desk'])
  expect(data.conversations[0]).toMatchObject({
    messages: [
      { role: 'userMessage', content: 'Where is my parcel?', files: [], rating: null },
      { role: 'apiMessage', content: 'On its way.', rating: 'THUMBS_DOWN', comment: null },
    ],
  })
  expect(await read('privacy.export', { flowId, chatId: 'nobody' })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a visitor is erased from every conversation; others, their costs and rights stay', async () => {
  const { change, flowId, left, eve, mod, store, services } = await openVisitors()
  await services.uploads.store(await services.flows.find(flowId), { chatId: 'mia-phone', isVisitor: true }, [
    { name: 'parcel.txt', mimeType: 'text/plain', bytes: Buffer.from('number 17') },
  ])
  const key = { flowId, chatId: 'mia-phone' }
  for (const stranger of [eve, mod]) {
    expect(await change('privacy.erase', key, stranger)).toMatchObject({ code: 'NOT_FOUND' })
  }

  expect(await change<Erased>('privacy.erase', key)).toEqual({ conversations: 2, messages: 4, leads: 2 })

  expect(await left()).toEqual({ messages: ['tom', 'tom'], conversations: ['tom'], leads: ['Tom'] })
  expect(await store.db.select().from(conversationEntries)).toEqual([])
  await expect(services.uploads.openStored(flowId, 'mia-phone', 'parcel.txt')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await change('privacy.erase', key)).toMatchObject({ code: 'NOT_FOUND' })
})

test('the trace of an erased answer is gone, its cost is not; an answer being written is stopped', async () => {
  const { services, store, ada, flowId, change } = await openVisitors({ listen: true })
  const visitor = { caller: null, page: undefined, address: '10.0.0.1', platform: 'web' }
  await ada.call('PUT', `/chatflows/${flowId}`, { isPublic: true })
  const ask = async (question: string) => {
    const body = { ...noPrediction, question, chatId: 'mia-phone' }
    return services.chat.predict(flowId, body, visitor)
  }
  await (await ask('What is 12 * 7?')).reply(false)
  const running = await ask('Count [[sandbox tokens=400 delay=25]]')
  const answered = running.reply(true).catch((error: unknown) => error)
  await expect.poll(async () => (await services.runs.find(running.run.id))?.state).toBe('running')

  await change<Erased>('privacy.erase', { flowId, chatId: 'mia-phone' })
  await answered

  const found = await store.db.select().from(runs).where(eq(runs.flowId, flowId))
  expect(found.map(({ state }) => state).sort()).toEqual(['finished', 'stopped'])
  expect(found.some(({ costMicro }) => costMicro > 0)).toBe(true)
  expect(await store.db.select().from(runLog)).toEqual([])
  expect(await store.db.select().from(messages).where(eq(messages.chatId, 'mia-phone'))).toEqual([])
})

test('a conversation without messages is removed too, and holds up nothing', async () => {
  const { services, store, ada, flowId, clock, left } = await openVisitors()
  await store.transaction((tx) => tx.delete(messages).where(eq(messages.chatId, 'tom')))
  const value = { status: true, retentionDays: '30' }
  await services.flows.config.save(ada.user.id, { id: flowId, section: 'privacy', value })
  clock.ms += 40 * DAY_MS

  expect(await services.privacy.removeExpired()).toBe(3)

  expect(await left()).toEqual({ messages: [], conversations: [], leads: [] })
})

test('conversations are removed after the days of their flow, and kept without', async () => {
  const { services, ada, flowId, clock, left, talk } = await openVisitors()
  const section = { id: flowId, section: 'privacy', value: { status: true, retentionDays: '30' } } as const
  clock.ms += 20 * DAY_MS
  await talk('tom', 'And to İzmir?', 'Yes')
  clock.ms += 15 * DAY_MS
  expect(await services.privacy.removeExpired()).toBe(0)

  await services.flows.config.save(ada.user.id, section)
  expect(await services.privacy.removeExpired()).toBe(2)

  expect(await left()).toEqual({
    ...{ messages: Array.from({ length: 4 }, () => 'tom'), conversations: ['tom'], leads: ['Tom'] },
  })
})

test('what a platform has reported of a visitor is erased, and a repeated report is not answered', async () => {
  const { connectTelegram, settle, store, change, flowId } = await openChannels()
  const { id, say, sent } = await connectTelegram()
  const { updateId } = await say('My name is Zeynep')
  await settle(id)
  const [chat] = await store.db.select().from(channelChats)

  await change('privacy.erase', { flowId, chatId: chat?.chatId ?? '' })

  await say('My name is Zeynep', { updateId })
  await settle(id)
  expect(await sent()).toHaveLength(1)
  expect(await store.db.select().from(channelParts)).toEqual([])
  expect(JSON.stringify(await store.db.select().from(channelEvents))).not.toContain('Zeynep')
})

test('what was drafted for the operator of an erased conversation is removed with it', async () => {
  const { store, services, change, read, flowId } = await openVisitors({ listen: true })
  const { runId } = await change<{ runId: string }>('writing.reply', { flowId, chatId: 'mia-phone' })
  await expect.poll(async () => (await services.runs.find(runId))?.state).toBe('finished')
  const traces = () => store.db.select().from(runLog).where(eq(runLog.runId, runId))
  expect(JSON.stringify(await traces())).toContain('model_finished')

  await change<Erased>('privacy.erase', { flowId, chatId: 'mia-desk' })

  expect(await traces()).toEqual([])
  expect(await read('inbox.thread', { flowId, chatId: 'tom' })).toHaveProperty('messages')
})
