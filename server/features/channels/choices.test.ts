import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { readChoice } from './ask-visitors.ts'
import { openChannels } from './testing/open-channels.ts'
import { refunds } from './testing/refunds.ts'

async function openRefunds() {
  const world = await openChannels()
  const { ada, connectTelegram, createFlow, serve } = world
  const flowId = await createFlow(ada, 'Refunds', { type: 'AGENTFLOW', flowData: JSON.stringify(refunds) })
  const telegram = await connectTelegram()
  await serve(telegram.id, { flowId })
  return { ...world, ...telegram, refundsId: flowId }
}

test('a visitor chooses by number, and the run that waited goes on', async () => {
  const { id, say, sent, settle, store } = await openRefunds()

  await say('order 7')
  await settle(id)
  expect(await sent()).toEqual(['Refund order 7?'])
  await say('2, too late')
  await settle(id)

  expect(await sent()).toEqual(['Refund order 7?', 'Kept.'])
  expect((await store.db.select().from(runs)).map(({ state }) => state)).toEqual(['finished'])
})

test('another message is a question of its own, and an operator who has taken over decides', async () => {
  const { id, say, sent, settle, details, change, refundsId } = await openRefunds()
  await say('order 7')
  await settle(id)
  await say('order 8')
  await settle(id)
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats
  await change('takeover.switchAi', { chatflowId: refundsId, chatId, disabled: true })

  await say('1')
  await settle(id)

  expect((await sent()).map((text) => text.split('\n')[0])).toEqual(['Refund order 7?', 'Refund order 8?'])
})

test('a choice is a number or a label, with more text only where feedback is taken', () => {
  const labels = { proceed: 'Proceed', reject: 'Reject' }
  const wait = { labels, takesFeedback: false }

  expect(readChoice(' 1 ', wait)).toEqual({ type: 'proceed' })
  expect(readChoice('2.', wait)).toEqual({ type: 'reject' })
  expect(readChoice('reject', wait)).toEqual({ type: 'reject' })
  expect(readChoice('1 because', wait)).toBeUndefined()
  expect(readChoice('12', wait)).toBeUndefined()
  expect(readChoice('Proceeding', { labels, takesFeedback: true })).toBeUndefined()
  expect(readChoice('1: fine', { labels, takesFeedback: true })).toEqual({
    ...{ type: 'proceed', feedback: 'fine' },
  })
})
