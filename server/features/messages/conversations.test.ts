import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { migrationsFolder } from '#server/db/migrations.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { findConversation } from './conversations.repository.ts'
import { conversations } from './conversations.table.ts'
import type { NewMessage } from './messages.service.ts'

async function openShop() {
  const world = await createTestApp({ listen: true })
  const { user, call } = await world.signUp('ada')
  const flow = { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() }
  const { id: flowId } = (await call('POST', '/chatflows', flow)).json<{ id: string }>()
  const find = (chatId: string) => findConversation(world.store.db, { flowId, chatId })
  const aMessage = (more: Partial<NewMessage>): NewMessage => ({
    ...{ id: crypto.randomUUID(), flowId, userId: user.id, chatId: 'c1', sessionId: 'c1' },
    ...{ memoryType: null, chatType: 'EXTERNAL', content: 'Hello', extras: null, leadEmail: null },
    ...{ runId: null, createdDate: new Date('2026-11-22T10:00:00Z') },
    ...more,
  })
  return { ...world, user, call, flowId, find, aMessage, messages: world.services.messages }
}

test('every message counts in the row of its conversation, with who has written it and what it cost', async () => {
  const { call, flowId, find, store } = await openShop()

  await call('POST', `/prediction/${flowId}`, { question: 'Do you ship to Kıbrıs?', chatId: 'c1' })
  const { text } = (
    await call('POST', `/prediction/${flowId}`, { question: 'And by when?', chatId: 'c1' })
  ).json<{ text: string }>()

  const row = await find('c1')
  expect(row).toMatchObject({
    ...{ sequence: 4, messageCount: 4, unread: 2, platform: 'api', chatType: 'EXTERNAL', isAiOff: false },
    ...{ title: 'Do you ship to Kıbrıs?', preview: text.slice(0, 200), previewBy: 'bot', failure: null },
  })
  const costs = (await call('GET', `/chatmessage/${flowId}`)).json<{ cost: number | null }[]>()
  expect(row?.costMicro).toBe(Math.round(costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0) * 1_000_000))
  expect(await store.db.select().from(conversations)).toHaveLength(1)
})

test('a failed answer is shown on its conversation until the next one', async () => {
  const { call, flowId, find } = await openShop()
  const ask = (question: string) => call('POST', `/prediction/${flowId}`, { question, chatId: 'c1' })

  await ask('A bad one [[sandbox error=503]]')
  expect(await find('c1')).toMatchObject({ previewBy: 'visitor', failure: expect.stringContaining('503') })

  await ask('Hello')
  expect(await find('c1')).toMatchObject({ previewBy: 'bot', failure: null })
})

test('an answer is stored only under the number of its question', async () => {
  const { store, messages, aMessage, find } = await openShop()
  const { fence } = await store.transaction((tx) => messages.insertQuestion(tx, aMessage({}), 'web'))
  const answer = (content: string, under: number) =>
    store.transaction((tx) => messages.insertAnswer(tx, aMessage({ content }), under))

  expect(await answer('In time', fence)).toBe(true)
  expect(await answer('Too late', fence - 1)).toBe(false)
  expect(await answer('Begun later', fence + 1)).toBe(false)

  expect(await find('c1')).toMatchObject({ sequence: 2, preview: 'In time' })
})

test('messages of a chat are numbered without gaps, also after some were deleted', async () => {
  const { store, messages, aMessage, call, flowId, find } = await openShop()
  const write = (content: string, createdDate: Date) =>
    store.transaction((tx) => messages.insertQuestion(tx, aMessage({ content, createdDate }), 'web'))
  await write('First', new Date('2026-11-01T10:00:00Z'))
  await write('Second', new Date('2026-11-10T10:00:00Z'))
  await write('Third', new Date('2026-11-20T10:00:00Z'))

  await call('DELETE', `/chatmessage/${flowId}?endDate=2026-11-05`)

  expect(await find('c1')).toMatchObject({ sequence: 3, messageCount: 2, title: 'Second', preview: 'Third' })
  expect(await write('Fourth', new Date('2026-11-21T10:00:00Z'))).toMatchObject({ sequence: 4 })

  await call('DELETE', `/chatmessage/${flowId}?chatId=c1`)

  expect(await find('c1')).toBeUndefined()
})

test('a conversation that was deleted and begins again has a later number', async () => {
  const { store, messages, aMessage, call, flowId } = await openShop()
  const first = await store.transaction((tx) => messages.insertQuestion(tx, aMessage({}), 'web'))
  await call('DELETE', `/chatmessage/${flowId}?chatId=c1`)
  const createdDate = new Date('2026-11-22T10:00:01Z')

  const again = await store.transaction((tx) => messages.insertQuestion(tx, aMessage({ createdDate }), 'web'))

  expect(again.fence).toBeGreaterThan(first.fence)
})

test('messages of earlier versions are numbered, and get the rows that they would have written', async () => {
  const { store, call, flowId } = await openShop()
  for (const [question, chatId] of [
    ['Hello', 'c1'],
    ['Are you there?', 'c2'],
    ['And now?', 'c1'],
  ]) {
    await call('POST', `/prediction/${flowId}`, { question, chatId })
  }
  const written = await store.db.select().from(conversations).orderBy(conversations.chatId)
  const listed = (await call('GET', `/chatmessage/${flowId}`)).json()
  await store.exec(
    'DROP INDEX messages_sequence; UPDATE messages SET sequence = 0; DELETE FROM conversations',
  )

  const file = readFileSync(join(migrationsFolder(dialect), '0024_conversations.sql'), 'utf8')
  const statements = file.split('--> statement-breakpoint').map((each) => each.trim())
  for (const statement of statements.filter((each) => /^(--.*\n)?(UPDATE|INSERT)/.test(each))) {
    await store.exec(statement)
  }
  const index = statements.find((each) => /UNIQUE INDEX .messages_sequence/.test(each)) ?? ''
  await store.exec(index)

  expect((await call('GET', `/chatmessage/${flowId}`)).json()).toEqual(listed)
  const rebuilt = await store.db.select().from(conversations).orderBy(conversations.chatId)
  expect(rebuilt).toEqual(written.map((row) => ({ ...row, unread: 0 })))
})
