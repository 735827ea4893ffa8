import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ModelChoice } from '#shared/writing.ts'
import { readSteps, readText } from './read-answers.ts'

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const keys = (await root.call('GET', '/credentials')).json<{ id: string; credentialName: string }[]>()
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id ?? ''
  const model: ModelChoice = { provider: 'chatOpenAI', credentialId, modelName: 'gpt-4o-mini', baseUrl: '' }
  const { id: flowId } = (
    await root.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Museum',
      flowData: JSON.stringify(aConversationFlow()),
    })
  ).json()
  const write = async (
    route: 'instruction' | 'steps',
    input: object = {},
    { headers }: Pick<typeof root, 'headers'> = root,
  ) => {
    const replyWith =
      route === 'instruction' ? { task: 'Answers questions about tickets.' } : { description: 'Answer.' }
    const response = await world.app.inject({
      method: 'POST',
      url: `/trpc/writing.${route}`,
      headers,
      payload: { flowId, model, ...replyWith, ...input },
    })
    const { result, error } = response.json()
    return { status: response.statusCode, data: result?.data, message: error?.message as string | undefined }
  }
  const calls = () => world.store.db.select().from(modelCalls)
  return { ...world, root, flowId, model, write, calls }
}

test('an instruction is a separate run: charged once, logged, and not part of the conversation', async () => {
  const { write, calls, services, root, flowId, store } = await openFlow()

  const { status, data } = await write('instruction')

  expect([status, data.content]).toEqual([200, expect.stringContaining('- Answers questions about tickets.')])
  const [call, ...more] = await calls()
  expect(more).toEqual([])
  expect(call).toMatchObject({ nodeId: 'aiInstruction', provider: 'openai', model: 'gpt-4o-mini', flowId })
  expect(call?.costMicro).toBeGreaterThan(0)
  expect(data.costMicro).toBe(call?.costMicro)
  expect((await root.call('GET', `/chatmessage/${flowId}`)).json()).toEqual([])
  const { runs } = await services.runs.list(flowId, { limit: 5 })
  expect(runs.map(({ state, until, costMicro }) => [state, until, costMicro])).toEqual([
    ['finished', 'aiInstruction', call?.costMicro],
  ])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a description becomes a plan that can be drawn', async () => {
  const { write, calls } = await openFlow()

  const { data } = await write('steps', {
    description:
      'Look it up in the documents. Summarise what was found. A person approves it. Reply to the user.',
  })

  expect(data.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
    'start',
    'retriever',
    'llm',
    'humanInput',
    'directReply',
  ])
  expect([data.links.length, data.leftOut]).toEqual([4, []])
  expect((await calls()).map(({ nodeId, costMicro }) => [nodeId, costMicro])).toEqual([
    ['aiSteps', data.costMicro],
  ])
})

test('an unusable model reply is reported in a message, and costs its one call', async () => {
  const { write, calls, services, flowId, store } = await openFlow()
  const noPlan = 'The model did not return a plan. Try again or choose another model.'
  const tooLong = 'The answer was too long and was cut off. Ask for less or choose another model.'

  expect(await write('steps', { description: '[[sandbox tokens=20]]' })).toMatchObject({
    status: 502,
    message: noPlan,
  })
  expect(await write('instruction', { task: '[[sandbox tokens=5000]]' })).toMatchObject({
    status: 502,
    message: tooLong,
  })
  const busy = await write('instruction', { task: '[[sandbox error=429]]' })
  expect([busy.status, busy.message]).toEqual([429, expect.stringContaining('OpenAI answered 429')])

  expect((await calls()).map(({ costMicro }) => costMicro > 0)).toEqual([true, true, false])
  const { runs } = await services.runs.list(flowId, { limit: 5 })
  expect(runs.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  expect(await checkLedger(store.db)).toEqual([])
})

test('missing funds, flows of other users and input of invalid length are rejected before any model call', async () => {
  const { write, calls, root, signUp, model } = await openFlow()
  const eve = await signUp('eve')
  const hers = (
    await eve.call('POST', '/credentials', {
      name: 'Hers',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sandbox-hers' },
    })
  ).json()
  const rejected = async (input: object, who = root) => {
    const { status, message } = await write('steps', input, who)
    return `${status} ${message}`
  }

  expect(await rejected({}, eve)).toBe('404 This flow does not exist.')
  expect(await rejected({ flowId: 'none' })).toBe('404 This flow does not exist.')
  expect(await rejected({ model: { ...model, credentialId: hers.id } })).toBe(
    '400 This credential was deleted. Choose another one.',
  )
  expect(await rejected({ model: { ...model, credentialId: '' } })).toContain('Choose a credential')
  expect(await rejected({ model: { ...model, modelName: ' ' } })).toContain('Choose a model')
  expect(await rejected({ description: ' ' })).toContain('Describe what it should do')
  expect(await rejected({ description: 'x'.repeat(4_001) })).toContain('Use at most 4,000 characters')
  expect(await rejected({ model: { ...model, provider: 'none' } })).toMatch(/^400/)
  // A platform credential must not be sent to a URL chosen by the user.
  expect(await rejected({ model: { ...model, baseUrl: 'https://example.com' } })).toMatch(
    /^400 A shared credential/,
  )
  expect(await rejected({ model: { ...model, modelName: 'made-up' } })).toMatch(/has no price on this server/)

  await root.call('POST', '/wallets/upsert', { userId: root.user.id, amount: 0 })
  expect(await rejected({})).toBe('402 Insufficient balance. Please top up your wallet.')
  expect(await calls()).toEqual([])
})

test('a disconnect stops the model, and the received output is charged', async () => {
  const { services, root, flowId, model, calls, store } = await openFlow()
  const leaving = new AbortController()
  const task = 'Write it. [[sandbox latency=20000]]'
  const requested = services.writing.instruction(root.user.id, { flowId, task, model }, leaving.signal)
  const rejected = expect(requested).rejects.toMatchObject({ code: 'STOPPED' })
  const states = async () => (await services.runs.list(flowId, { limit: 5 })).runs.map(({ state }) => state)
  // The hold is created in the same transaction as the run's first row.
  await expect.poll(states, { timeout: 10_000 }).toEqual(['running'])

  leaving.abort()
  await rejected

  expect(await states()).toEqual(['stopped'])
  const [call, ...more] = await calls()
  expect(more).toEqual([])
  expect(call).toMatchObject({ nodeId: 'aiInstruction', outputTokens: 0, estimated: true })
  expect(call?.costMicro).toBeGreaterThan(0)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a plan is extracted from the text around it; a text is returned without its code fence', () => {
  const plan = { steps: [{ id: 'a', kind: 'llm' }] }
  expect(readSteps(`Sure!\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``).steps).toHaveLength(1)
  for (const answer of ['', 'none', '{', '{"steps":[]}']) {
    expect(() => readSteps(answer)).toThrow('The model did not return a plan.')
  }
  for (const kind of ['teleport', 'start']) {
    const useless = JSON.stringify({ steps: [{ id: 'a', kind }] })
    expect(() => readSteps(useless)).toThrow('The model planned no step that can be added here.')
  }
  expect(readText('```markdown\nBe kind.\n```')).toBe('Be kind.')
  expect(readText(' Use ```code``` here. ')).toBe('Use ```code``` here.')
  expect(() => readText(' \n')).toThrow('The model returned an empty answer.')
})

test('without a selected model the default model writes', async () => {
  const { write, calls } = await openFlow()

  const { status, data } = await write('instruction', { model: undefined })

  expect([status, data.content]).toEqual([200, expect.stringContaining('tickets')])
  expect(await calls()).toMatchObject([{ provider: 'flowtill', costMicro: data.costMicro }])
})
