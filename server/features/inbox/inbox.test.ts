import { expect, test } from 'vitest'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { Conversation, InboxStats, Thread } from '#shared/conversations.ts'
import type { ErrorBody } from '#shared/errors.ts'

type World = Awaited<ReturnType<typeof openInbox>>
type Page = { items: Conversation[]; nextCursor: string | null }

const chatsOf = ({ items }: Page) => items.map(({ chatId }) => chatId)

function listing({ read, flowId }: World) {
  return (input: object = {}, who?: World['ada']) => read<Page>('inbox.list', { flowId, ...input }, who)
}

test('conversations are listed newest first, page by page, each once', async () => {
  const world = await openInbox()
  for (const chatId of ['c1', 'c2', 'c3', 'c4', 'c5']) {
    await world.talk(chatId, `Hello from ${chatId}`, `Hello ${chatId}`)
  }
  await world.talk('c1', 'Still there?', 'Yes')
  const list = listing(world)

  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor })
  const last = await list({ limit: 2, cursor: second.nextCursor })

  expect([chatsOf(first), chatsOf(second), chatsOf(last)]).toEqual([['c1', 'c5'], ['c4', 'c3'], ['c2']])
  expect(last.nextCursor).toBeNull()
  expect(first.items[0]).toMatchObject({
    ...{ flowName: 'Shop', title: 'Hello from c1', preview: 'Yes', previewBy: 'bot', platform: 'web' },
    ...{ messageCount: 4, unread: 2, isAiOff: false, requestedDate: null, name: null, cost: 0 },
  })
})

test('visitors who wait for a person are on top, the longest wait first, and listed once', async () => {
  const world = await openInbox()
  for (const chatId of ['c1', 'c2', 'c3', 'c4']) {
    await world.talk(chatId, 'Hello', 'Hello')
  }
  await world.mark('c1', { requestedDate: new Date('2026-11-20T12:10:00Z') })
  await world.mark('c3', { requestedDate: new Date('2026-11-20T12:05:00Z') })
  const list = listing(world)

  const first = await list({ limit: 1 })

  expect(chatsOf(first)).toEqual(['c3', 'c1', 'c4'])
  expect(chatsOf(await list({ limit: 1, cursor: first.nextCursor }))).toEqual(['c2'])
  expect(chatsOf(await list({ filter: 'requested' }))).toEqual(['c3', 'c1'])
})

test('the oldest unanswered come first, then the others; or those with most unread messages; each once', async () => {
  const world = await openInbox()
  const { write, talk, mark } = world
  await write('w1', 'Is anybody there?')
  await talk('a1', 'Hello', 'Hello')
  await write('w2', 'Hello?')
  await talk('a2', 'Hello', 'Hello')
  await write('w3', 'Hello?')
  await mark('a1', { unread: 7 })
  await mark('w2', { unread: 3 })
  const list = listing(world)
  const pages = async (input: object) => {
    const all: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ ...input, limit: 2, cursor })
      all.push(...chatsOf(page))
      cursor = page.nextCursor
    }
    return all
  }

  expect(await pages({ sort: 'waiting' })).toEqual(['w1', 'w2', 'w3', 'a2', 'a1'])
  expect(await pages({ sort: 'unread' })).toEqual(['a1', 'w2', 'w3', 'a2', 'w1'])
  expect(await pages({ sort: 'waiting', filter: 'unread' })).toEqual(['w1', 'w2', 'w3', 'a2', 'a1'])
  expect(await pages({ sort: 'newest' })).toEqual(['w3', 'a2', 'w2', 'a1', 'w1'])
})

test('each filter selects its conversations', async () => {
  const world = await openInbox()
  const { services, store, ada, flowId, talk, write, mark, change } = world
  await talk('plain', 'Hello', 'Hello', { platform: 'telegram' })
  await change('inbox.markRead', { flowId, chatId: 'plain' })
  const rated = await talk('rated', 'Hello', 'Hello')
  await services.feedback.rate(ada.user.id, { flowId, messageId: rated, rating: 'THUMBS_DOWN' })
  await mark('rated', { unread: 0 })
  await write('unread', 'Hello')
  await write('off', 'Hello')
  await mark('off', { isAiOff: true, hasOperator: true, unread: 0 })
  await write('failed', 'Hello')
  await mark('failed', { failure: 'Timed out', unread: 0 })
  await ada.call('PUT', `/chatflows/${flowId}`, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ leads: { status: true, name: true, email: true } }),
  })
  await ada.call('POST', '/leads', { chatflowid: flowId, chatId: 'off', name: 'Ayşe Kaya' })
  const list = listing(world)

  const found = async (input: object) => chatsOf(await list(input)).toSorted()
  expect(await found({})).toEqual(['failed', 'off', 'plain', 'rated', 'unread'])
  expect(await found({ filter: 'unread' })).toEqual(['unread'])
  expect(await found({ filter: 'ai_off' })).toEqual(['off'])
  expect(await found({ filter: 'operator' })).toEqual(['off'])
  expect(await found({ filter: 'negative' })).toEqual(['rated'])
  expect(await found({ rating: 'THUMBS_UP' })).toEqual([])
  expect(await found({ filter: 'failed' })).toEqual(['failed'])
  expect(await found({ filter: 'lead' })).toEqual(['off'])
  expect(await found({ platforms: ['telegram'] })).toEqual(['plain'])
  expect(await found({ endDate: '2026-11-20T12:02:30Z' })).toEqual(['plain', 'rated'])
  expect(await found({ startDate: '2026-11-20T12:04:30Z' })).toEqual(['failed'])
  expect((await list({ filter: 'lead' })).items[0]).toMatchObject({ name: 'Ayşe Kaya', email: null })
  expect(await store.db.$count((await import('#server/features/leads/leads.table.ts')).leads)).toBe(1)
})

test('a search finds conversations by their text, their lead and their id, within the filters', async () => {
  const world = await openInbox()
  const { ada, flowId, talk } = world
  await talk('c1', 'Do you ship to Kıbrıs?', 'In 3 to 5 days')
  await talk('c2', 'Hello', 'We ship everywhere', { platform: 'telegram' })
  await talk('c3', 'Something else', 'Sure')
  await ada.call('PUT', `/chatflows/${flowId}`, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ leads: { status: true, name: true, email: true } }),
  })
  await ada.call('POST', '/leads', { chatflowid: flowId, chatId: 'c3', name: 'Elif Şahin' })
  const list = listing(world)
  const found = async (search: string, more: object = {}) => chatsOf(await list({ search, ...more }))

  expect(await found('ship')).toEqual(['c2', 'c1'])
  expect(await found('kibris')).toEqual(['c1'])
  expect(await found('ship', { platforms: ['telegram'] })).toEqual(['c2'])
  expect(await found('sahin')).toEqual(['c3'])
  expect(await found('c2')).toEqual(['c2'])
  const first = await list({ search: 'ship', limit: 1 })
  expect(chatsOf(first)).toEqual(['c2'])
  expect(first.items[0]?.found).toBe(2)
  expect(await found('ship', { limit: 1, cursor: first.nextCursor })).toEqual(['c1'])
})

test('the figures count what the filters of time and platform select', async () => {
  const world = await openInbox({ listen: true })
  const { services, ada, flowId, talk, mark, read, clock } = world
  const { chatMessageId } = (
    await ada.call('POST', `/prediction/${flowId}`, { question: 'Hello', chatId: 'real' })
  ).json<{ chatMessageId: string }>()
  await services.feedback.rate(ada.user.id, { flowId, messageId: chatMessageId, rating: 'THUMBS_UP' })
  await talk('c1', 'Hello', 'Hello')
  await talk('c2', 'Hello', 'Hello')
  await mark('c2', { isAiOff: true, hasOperator: true, requestedDate: new Date(clock.ms), unread: 0 })
  const stats = (input: object = {}) => read<InboxStats>('inbox.stats', { flowId, ...input })

  const all = await stats()

  expect(all).toEqual({
    ...{ sessions: 3, messages: 6, requested: 1, unread: 2, aiOff: 1, handedOver: 1 },
    ...{ feedback: 1, positive: 1, medianAnswerMs: 0, cost: expect.any(Number) },
  })
  expect(all.cost).toBeGreaterThan(0)
  expect(await stats({ platforms: ['api'] })).toMatchObject({ sessions: 1, messages: 2, cost: all.cost })
  expect(await stats({ startDate: '2027-01-01' })).toMatchObject({ sessions: 0, feedback: 0, cost: 0 })
})

test('a thread is read from its end, in pages', async () => {
  const { talk, read, flowId } = await openInbox()
  await talk('c1', 'One', 'Two')
  await talk('c1', 'Three', 'Four')
  const page = (more: object = {}) =>
    read<Thread>('inbox.thread', { flowId, chatId: 'c1', limit: 3, ...more })

  const newest = await page()
  const older = await page({ before: newest.messages[0]?.sequence })

  expect(newest.messages.map(({ content }) => content)).toEqual(['Two', 'Three', 'Four'])
  expect([newest.hasOlder, older.hasOlder]).toEqual([true, false])
  expect(older.messages).toMatchObject([{ content: 'One', role: 'userMessage', sequence: 1 }])
  expect(newest.conversation).toMatchObject({ chatId: 'c1', messageCount: 4 })
})

test('owners see their own flows, MODERATORs all of them, and only owners delete', async () => {
  const world = await openInbox()
  const { eve, mod, ada, flowId, talk, read, change, createFlow } = world
  await createFlow(eve, 'Hers')
  await talk('c1', 'Hello', 'Hello')
  await talk('c2', 'Hello', 'Hello')
  const list = listing(world)
  const all = async (who: typeof ada) => chatsOf(await read<Page>('inbox.list', {}, who))
  const code = async (answer: Promise<unknown>) => ((await answer) as ErrorBody).code

  expect([await all(ada), await all(eve), await all(mod)]).toEqual([['c2', 'c1'], [], ['c2', 'c1']])
  expect(chatsOf(await list({}, mod))).toEqual(['c2', 'c1'])
  expect(await code(list({}, eve))).toBe('NOT_FOUND')
  expect(await code(read('inbox.thread', { flowId, chatId: 'c1' }, eve))).toBe('NOT_FOUND')
  expect(await code(read('inbox.thread', { flowId, chatId: 'none' }))).toBe('NOT_FOUND')
  expect(await code(change('inbox.markRead', { flowId, chatId: 'c1' }, eve))).toBe('NOT_FOUND')
  expect(await code(change('inbox.remove', { flowId, chatIds: ['c1'] }, mod))).toBe('NOT_FOUND')

  expect(await change('inbox.remove', { flowId, chatIds: ['c1'] })).toEqual({ affected: 2, raw: [] })
  expect(chatsOf(await list())).toEqual(['c2'])
})
