import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { FlowLosses } from '#shared/flow-losses.ts'
import { openChannels } from '../channels/testing/open-channels.ts'
import { users } from '../users/users.table.ts'

async function openShop() {
  const world = await openChannels()
  const { ada, store, read, flowId } = world
  // Only admins have API keys.
  await store.transaction((tx) => tx.update(users).set({ role: 'ADMIN' }).where(eq(users.id, ada.user.id)))
  const lead = JSON.stringify({ leads: { status: true, name: true } })
  await ada.call('PUT', `/chatflows/${flowId}`, { chatbotConfig: lead })
  const losses = (owner = ada) => read<FlowLosses & { code: string }>('flows.losses', { id: flowId }, owner)
  return { ...world, losses }
}

const callOf = (selectedChatflow: string) =>
  buildFlow([{ name: 'chatflowTool', inputs: { selectedChatflow, name: 'ask_shop' } }])

test('what a deletion of a flow breaks is listed: channels, key, link, MCP clients, callers and data', async () => {
  const { ada, flowId, createFlow, connectTelegram, talk, losses } = await openShop()
  await connectTelegram()
  await talk('a-chat', 'Hello', 'Good morning')
  const callers = [await createFlow(ada, 'Desk', { flowData: JSON.stringify(callOf(flowId)) })]
  await createFlow(ada, 'Another', { flowData: JSON.stringify(callOf(callers[0] ?? '')) })
  const keys = await ada.call('POST', '/apikey', { keyName: 'Shop', permissions: ['flows:ask'] })
  const apikeyid = keys.json<ApiKey[]>()[0]?.id
  await ada.call('PUT', `/chatflows/${flowId}`, { isPublic: true, apikeyid })
  await ada.call('POST', `/mcp-server/${flowId}`, { toolName: 'shop', description: 'Knows the shop.' })
  await ada.call('POST', '/leads', { chatflowid: flowId, chatId: 'a-chat', name: 'Leyla' })

  expect(await losses()).toEqual({
    isPublic: true,
    apiKey: 'Shop',
    channels: [{ kind: 'telegram', name: expect.any(String) }],
    callers: [{ id: callers[0], name: 'Desk' }],
    hasTrigger: false,
    isMcpServer: true,
    messages: 2,
    leads: 1,
  })
})

test('a flow that nothing depends on loses nothing, and nobody else learns of it', async () => {
  const { eve, losses } = await openShop()

  expect(await losses()).toMatchObject({ isPublic: false, apiKey: null, channels: [], callers: [], leads: 0 })
  expect(await losses(eve)).toMatchObject({ code: 'NOT_FOUND' })
})
