import { expect, test } from 'vitest'
import { makeExampleFlow } from '#server/features/flows/example-flow.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { anOpenAIKey } from '#server/testing/an-open-ai-key.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openShop(flowData = aDemoFlow()) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData })).json<{
    id: string
  }>()
  const estimate = (userId = ada.user.id) => world.services.chat.estimate(userId, flow.id)
  const predict = (question: string) => ada.call('POST', `/prediction/${flow.id}`, { question })
  return { ...world, ada, eve, flow, estimate, predict }
}

test('before its first run, a message is estimated from its prompt, history and limits', async () => {
  const { estimate } = await openShop()

  const { basis, runs, typicalMicro, worstMicro, lines } = await estimate()

  expect({ basis, runs }).toEqual({ basis: 'estimated', runs: 0 })
  expect(lines).toMatchObject([
    {
      nodeId: 'flowtillDemoModel_0',
      provider: 'flowtill',
      model: 'flowtill-demo',
      paidBy: 'platform',
      calls: 1,
    },
  ])
  expect(lines[0]?.inputTokens).toBeGreaterThan(300)
  expect(typicalMicro).toBeGreaterThan(0)
  expect(worstMicro).toBeGreaterThan(typicalMicro ?? 0)
})

test('a longer prompt costs more', async () => {
  const file = JSON.parse(makeExampleFlow(catalogue))
  for (const { data } of file.nodes) {
    if (data.name === 'conversationChain') {
      data.inputs.systemMessagePrompt = 'word '.repeat(10_000)
    }
  }
  const { ada, services, estimate } = await openShop()
  const flowData = JSON.stringify(file)
  const long = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Long', flowData })).json<{
    id: string
  }>()

  const dear = await services.chat.estimate(ada.user.id, long.id)

  expect(dear.typicalMicro).toBeGreaterThan(((await estimate()).typicalMicro ?? 0) * 2)
})

test('after five runs the estimate is their median, and marked as such', async () => {
  const { estimate, predict, store } = await openShop()
  for (const question of ['Hello', 'Can I return a plate?', 'Hello', 'Hello [[sandbox tokens=300]]']) {
    await predict(question)
  }
  expect((await estimate()).basis).toBe('estimated')
  await predict('Hello')

  const measured = await estimate()

  const costs = (await store.db.select().from(runs))
    .map(({ costMicro }) => costMicro)
    .toSorted((a, b) => a - b)
  expect(measured).toMatchObject({ basis: 'measured', runs: 5, typicalMicro: costs[2] })
})

test('a model without a price is unknown, never free; with the owner’s key the wallet pays nothing', async () => {
  const { signUp, services } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const ada = await signUp('ada')
  const estimateWith = async (credential: string) => {
    const flowData = JSON.stringify(
      aConversationFlow({
        model: { name: 'chatOpenAI', credential, inputs: { modelName: 'some-new-model' } },
      }),
    )
    const { id } = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'New', flowData })).json<{
      id: string
    }>()
    return services.chat.estimate(ada.user.id, id)
  }

  expect(await estimateWith(await anOpenAIKey(root, true))).toMatchObject({
    typicalMicro: null,
    worstMicro: null,
    lines: [{ model: 'some-new-model', paidBy: 'platform', typicalMicro: null }],
  })
  expect(await estimateWith(await anOpenAIKey(ada, false))).toMatchObject({
    typicalMicro: 0,
    lines: [{ model: 'some-new-model', paidBy: 'owner', typicalMicro: 0 }],
  })
})

test('the flow of another user is not found', async () => {
  const { estimate, eve } = await openShop()

  await expect(estimate(eve.user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an agent flow is estimated by its steps, and measured after five runs', async () => {
  const { ada, services } = await openShop()
  const reply = { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: '{{ llm }}' } }
  const llm = {
    ...{ id: 'llm', name: 'llmAgentflow', label: 'Write' },
    inputs: {
      llmModel: 'flowtillDemoModel',
      llmModelConfig: {},
      llmReturnResponseAs: 'assistantMessage',
    },
  }
  const start = { id: 'start', name: 'startAgentflow' }
  const flowData = JSON.stringify(aControlFlow([start, llm, reply], ['start -> llm', 'llm -> reply']))
  const created = await ada.call('POST', '/chatflows', { type: 'AGENTFLOW', name: 'Agent', flowData })
  const { id } = created.json<{ id: string }>()

  const estimated = await services.chat.estimate(ada.user.id, id)
  for (let run = 0; run < 5; run += 1) {
    await ada.call('POST', `/prediction/${id}`, { question: 'Hello' })
  }

  expect(estimated).toMatchObject({
    basis: 'estimated',
    lines: [{ nodeId: 'llm', label: 'Write', calls: 1 }],
  })
  expect(estimated.typicalMicro).toBeGreaterThan(0)
  expect(await services.chat.estimate(ada.user.id, id)).toMatchObject({ basis: 'measured', runs: 5 })
})
