import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openShops() {
  const { services, store, signUp } = await createTestApp()
  const { messages, flows } = services
  const open = async (username: string) => {
    const { user } = await signUp(username)
    const flow = { name: 'Shop', type: 'CHATFLOW' as const, flowData: aDemoFlow() }
    const { id: flowId } = await flows.create(user.id, flow)
    let count = 0
    const write = (content: string) => {
      count += 1
      const id = `${flowId} ${count}`
      const place = { flowId, userId: user.id, chatId: 'c1', sessionId: 'c1', chatType: 'EXTERNAL' } as const
      const rest = { memoryType: null, extras: null, leadEmail: null, runId: null }
      const createdDate = new Date(Date.UTC(2026, 10, 22) + count)
      return store.transaction((tx) =>
        messages.insertQuestion(tx, { id, ...place, ...rest, content, createdDate }, 'web'),
      )
    }
    return { flowId, userId: user.id, write }
  }
  return { messages, store, open }
}

test('words are found in any form, by their beginning, and in the languages of the product', async () => {
  const { messages, open } = await openShops()
  const { flowId, write } = await open('ada')
  const texts = ['Do you ship boots to Kıbrıs?', 'Müşteriler siparişlerini soruyor', 'A bowl of 24 cm']
  for (const text of texts) {
    await write(text)
  }
  const find = async (text: string) => (await messages.search({ flowId, text, limit: 10 })).length

  expect(await find('boot')).toBe(1)
  expect(await find('shipping to kibris')).toBe(1)
  expect(await find('musteri')).toBe(1)
  expect(await find('sipariş')).toBe(1)
  expect(await find('24 cm bow')).toBe(1)
  expect(await find('boots bowl')).toBe(0)
  expect(await find('?')).toBe(0)
})

test('a search stays within its flow or its owner, and lists the newest first', async () => {
  const { messages, open } = await openShops()
  const ada = await open('ada')
  const eve = await open('eve')
  await ada.write('An order')
  await eve.write('An order')
  await ada.write('Another order')

  const [newest = 0, oldest = 0] = await messages.search({ flowId: ada.flowId, text: 'order', limit: 10 })

  expect(newest).toBeGreaterThan(oldest)
  expect(await messages.search({ userId: ada.userId, text: 'order', limit: 10 })).toEqual([newest, oldest])
  expect(await messages.search({ text: 'order', limit: 10 })).toHaveLength(3)
  expect(await messages.search({ flowId: ada.flowId, text: 'order', limit: 10, before: newest })).toEqual([
    oldest,
  ])
})

test('a message is found however many were deleted or written since the index was last brought up to date', async () => {
  const { messages, open } = await openShops()
  const { flowId, write } = await open('ada')
  const find = async (text: string) => (await messages.search({ flowId, text, limit: 10 })).length
  await write('An order')
  await write('A bowl')
  expect(await find('bowl')).toBe(1)

  await messages.remove({ flowId, messageId: `${flowId} 2` })
  await write('A plate')
  await write('A cup')

  expect([await find('order'), await find('bowl'), await find('plate'), await find('cup')]).toEqual([
    1, 0, 1, 1,
  ])
})

test('words go with their messages, and of two processes one indexes a message', async () => {
  const { messages, open } = await openShops()
  const { flowId, write } = await open('ada')
  await write('An order')
  await Promise.all([messages.indexWords(), messages.indexWords()])
  await write('A bowl')
  expect(await messages.search({ flowId, text: 'order', limit: 10 })).toHaveLength(1)

  await messages.remove({ flowId })

  expect(await messages.search({ flowId, text: 'order', limit: 10 })).toEqual([])
  await write('An order')
  expect(await messages.search({ flowId, text: 'order', limit: 10 })).toHaveLength(1)
})
