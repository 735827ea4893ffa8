import { expect, test } from 'vitest'
import type { z } from 'zod'
import { describeNode } from '#server/engine/describe-node.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { placeNode } from '#shared/nodes.ts'
import type { modelUsageSchema } from '#shared/usage.ts'
import type { Movement, usageEntrySchema, Wallet } from '#shared/wallet.ts'

const PLATFORM_KEY = 'tvly-the-house'
const question = 'Search the web: where are warm socks knitted?'

async function openAgent() {
  const requested: { key: string | undefined; body: string }[] = []
  let duringCall = async () => {}
  const tavily = await listen(async (request, response) => {
    const body = (await request.toArray()).join('')
    requested.push({ key: request.headers.authorization, body })
    await duringCall()
    const results = [
      { title: 'Socks', url: 'https://s.example', content: 'Warm socks are knitted in Bursa.' },
    ]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
  })
  const world = await createTestApp({
    listen: true,
    env: { OUTGOING_ALLOW: `127.0.0.1:${tavily.port}` },
    through: (fetch) => (input, init) =>
      fetch(String(input).replace('https://api.tavily.com', tavily.origin), init),
  })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const credential = {
    name: 'Tavily',
    credentialName: 'tavilyApi',
    plainDataObj: { tavilyApiKey: PLATFORM_KEY },
  }
  const { id: credentialId } = (
    await root.call('POST', '/credentials', { ...credential, shared: true })
  ).json<{
    id: string
  }>()
  const flowData = JSON.stringify(anAgent(credentialId))
  const { id } = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Finder', flowData })).json<{
    id: string
  }>()
  const wallet = async () => (await ada.call('GET', '/wallets/me')).json<Wallet>()
  const predict = () => ada.call('POST', `/prediction/${id}`, { question })
  const during = (work: () => Promise<void>) => {
    duringCall = work
  }
  return { ...world, root, ada, id, requested, wallet, predict, during }
}

test('a search with the platform key is held, charged, and listed by its own unit', async () => {
  const { predict, wallet, during, requested, ada, id, store } = await openAgent()
  const before = await wallet()
  let held = 0
  during(async () => {
    const { balance, available } = await wallet()
    held = balance - available
  })

  const answer = (await predict()).json<{ text: string }>()

  expect(answer.text).toContain('Bursa')
  expect(requested).toMatchObject([{ key: `Bearer ${PLATFORM_KEY}`, body: expect.stringContaining('socks') }])
  expect(held).toBeGreaterThanOrEqual(0.008)
  const after = await wallet()
  expect(after.available).toBe(after.balance)

  const [day] = (await ada.call('GET', '/wallets/me/movements')).json<{ items: Movement[] }>().items
  const { items } = (await ada.call('GET', `/wallets/me/usage-entries?day=${day?.day}&flowId=${id}`)).json<{
    items: z.infer<typeof usageEntrySchema>[]
  }>()
  expect(items.filter(({ provider }) => provider === 'tavily')).toMatchObject([
    { model: 'search-credit', unit: 'credit', inputTokens: 1, outputTokens: 0, cost: 0.008 },
  ])
  const spent = items.reduce((sum, { cost }) => sum + cost, 0)
  expect(before.balance - after.balance).toBeCloseTo(spent, 9)
  expect(spent).toBeGreaterThan(0.008)

  const range = `from=${day?.day}&to=${day?.day}`
  const models = (await ada.call('GET', `/usage/by-model?${range}`)).json<z.infer<typeof modelUsageSchema>>()
  expect(models.find(({ provider }) => provider === 'tavily')).toMatchObject({
    ...{ unit: 'credit', calls: 1, inputTokens: 1, cost: 0.008 },
    inputUsdPerMillion: '8000',
  })
  const { body } = await ada.call('GET', `/wallets/me/movements.csv?${range}`)
  expect(body).toContain('search-credit,1,0,credit,')
  expect(await checkLedger(store.db)).toEqual([])
})

test('a search that cannot be paid is not made, and ends the answer with 402', async () => {
  const { predict, wallet, requested, root, ada, store } = await openAgent()
  const taken = { userId: ada.user.id, amount: 0.005, reason: 'Almost nothing left' }
  expect((await root.call('POST', '/wallets/upsert', taken)).statusCode).toBeLessThan(300)

  const response = await predict()

  expect(response.statusCode).toBe(402)
  expect(response.json()).toMatchObject({ code: 'INSUFFICIENT_FUNDS', success: false })
  expect(requested).toEqual([])
  const after = await wallet()
  expect(after.available).toBe(after.balance)
  expect(after.balance).toBeLessThan(0.005)
  expect(await checkLedger(store.db)).toEqual([])
})

function anAgent(credentialId: string) {
  const place = (name: string, inputs: Record<string, unknown>, credential = '') => {
    const node = catalogue.get(name)
    if (!node) {
      throw new Error(`There is no ${name}.`)
    }
    const placed = placeNode(describeNode(node), `${name}_0`)
    Object.assign(placed.inputs, inputs)
    const data = { ...placed, ...(credential && { credential }) }
    return { id: placed.id, position: { x: 0, y: 0 }, type: 'customNode', data }
  }
  const inputs = {
    tools: ['{{tavilyAPI_0.data.instance}}'],
    model: '{{flowtillDemoModel_0.data.instance}}',
    memory: '{{bufferMemory_0.data.instance}}',
  }
  const parts = [
    place('flowtillDemoModel', {}),
    place('bufferMemory', {}),
    place('tavilyAPI', {}, credentialId),
  ]
  const edges = parts.map(({ id }) => ({ source: id, target: 'toolAgent_0' }))
  return { nodes: [...parts, place('toolAgent', inputs)], edges }
}
