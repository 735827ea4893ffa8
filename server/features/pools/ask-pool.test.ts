import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import type { PoolAnswer, PoolSearch, SourceText } from '#shared/pools.ts'
import { openPools } from './testing/pool-world.ts'

const museum = 'The museum of glass opens at ten in the morning. Tickets cost five liras.'
const cafe = 'The café serves tea in the garden until the sun goes down.'

async function openMuseum() {
  const world = await openPools()
  const poolId = await world.create(world.ada)
  const { id: sourceId } = await world.addText(world.ada, poolId, museum)
  await world.addText(world.ada, poolId, cafe, 'Café')
  const ask = (question: string, who = world.ada) => world.call<PoolAnswer>(who, 'ask', { poolId, question })
  return { ...world, poolId, sourceId, ask }
}

test('passages are found with their source and their score, and the owner pays for the question', async () => {
  const { root, ada, poolId, sourceId, call, store } = await openMuseum()
  const before = (await store.db.select().from(modelCalls)).length

  const found = await call<PoolSearch>(root, 'search', { poolId, query: 'When does the museum open?' })

  expect(found.passages[0]).toMatchObject({
    ...{ number: 1, sourceId, sourceName: 'Opening hours', text: museum, position: 1, page: null },
  })
  const scores = found.passages.map(({ score }) => score)
  expect(scores[0]).toBeGreaterThan(0)
  expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
  const calls = (await store.db.select().from(modelCalls)).slice(before)
  expect(calls.map(({ userId }) => userId)).toEqual([ada.user.id])
  expect(found.costMicro).toBe(calls[0]?.costMicro)
})

test('an answer comes from the passages, and its price is that of its run', async () => {
  const { ask, store } = await openMuseum()
  const before = (await store.db.select().from(modelCalls)).length

  const answer = await ask('When does the museum open?')

  expect(answer.text).toMatch(/ten/)
  expect(answer.passages[0]).toMatchObject({ number: 1, sourceName: 'Opening hours' })
  const calls = (await store.db.select().from(modelCalls)).slice(before)
  expect(calls).toHaveLength(2)
  expect(answer.costMicro).toBe(calls.reduce((sum, { costMicro }) => sum + costMicro, 0))
  expect(answer.tokens).toBeGreaterThan(0)
})

test('an answer that says nothing is found is empty, and keeps its passages', async () => {
  const { ada, create, addText, call } = await openPools()
  const poolId = await create(ada)
  // The demo model answers with the sentence that fits best, so the sentence speaks for it.
  await addText(ada, poolId, 'NO_ANSWER is when the museum opens.')

  const answer = await call<PoolAnswer>(ada, 'ask', { poolId, question: 'When does the museum open?' })

  expect(answer).toMatchObject({ text: '', passages: [{ number: 1 }] })
  expect(answer.costMicro).toBeGreaterThan(0)
})

test('an answer does not cite passages that were not found', async () => {
  const { ada, create, addText, call } = await openPools()
  const poolId = await create(ada)
  await addText(ada, poolId, 'The museum opens at ten [1] and not at noon [7].')

  const { text } = await call<PoolAnswer>(ada, 'ask', { poolId, question: 'When does the museum open?' })

  expect(text).toContain('ten [1] and not at noon.')
})

test('an empty pool answers nothing and costs nothing', async () => {
  const { ada, create, call, store } = await openPools()
  const poolId = await create(ada)

  expect(await call(ada, 'ask', { poolId, question: 'When?' })).toMatchObject({
    ...{ text: '', passages: [], tokens: 0, costMicro: 0 },
  })
  expect(await store.db.select().from(modelCalls)).toEqual([])
})

test('another user can neither search, ask nor read', async () => {
  const { ben, call, poolId, sourceId, ask } = await openMuseum()

  expect(await ask('When?', ben)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await call(ben, 'search', { poolId, query: 'When?' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await call(ben, 'sourceText', { poolId, sourceId })).toMatchObject({ code: 'NOT_FOUND' })
})

test('the text around a passage is shown without what chunks repeat', async () => {
  const { ada, create, call, addText } = await openPools()
  const poolId = await create(ada)
  const sentences = Array.from({ length: 120 }, (_, index) => `Sentence number ${index} tells of glass.`)
  const { id: sourceId } = await addText(ada, poolId, sentences.join(' '))
  const read = (more: object) => call<SourceText>(ada, 'sourceText', { poolId, sourceId, ...more })

  const whole = await read({ reach: 50 })
  const middle = whole.chunks[2]
  const around = await read({ passage: middle?.text, reach: 1 })

  const joined = whole.chunks.reduce((text, chunk) => {
    const rest = chunk.text.slice(chunk.overlap)
    return text === '' || chunk.overlap > 0 ? text + rest : `${text} ${rest}`
  }, '')
  expect(joined.replace(/\s+/g, ' ')).toBe(sentences.join(' '))
  expect(whole).toMatchObject({ isRemoved: false, passage: null, total: whole.chunks.length })
  expect(around.passage).toBe(3)
  expect(around.chunks.map(({ position }) => position)).toEqual([2, 3, 4])
  expect(await read({ passage: 'Never written' })).toMatchObject({ passage: null })
})

test('of a removed source the passage is left', async () => {
  const { ada, poolId, sourceId, call } = await openMuseum()
  await call(ada, 'removeSource', { poolId, sourceId })

  const text = await call<SourceText>(ada, 'sourceText', { poolId, sourceId, passage: museum, around: 1 })

  expect(text).toMatchObject({ isRemoved: true, passage: 1, chunks: [{ position: 1, text: museum }] })
})
