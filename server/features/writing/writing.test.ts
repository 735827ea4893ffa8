import { expect, test } from 'vitest'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { newId } from '#server/ids.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import type { ModelChoice } from '#shared/writing.ts'
import { planIssues } from './check-plan.ts'
import { readSteps, readText } from './read-answers.ts'
import { createWritingService } from './writing.service.ts'

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

const flawed = {
  steps: [
    { id: 'start', kind: 'start' },
    { id: 'ask', kind: 'llm', label: 'Ask', text: 'Answer {{ question }} from {{ notes }}' },
    { id: 'call', kind: 'http', label: 'Call', url: '' },
    { id: 'alone', kind: 'directReply', text: 'Hello' },
  ],
  links: [
    { from: 'start', to: 'ask', output: 0 },
    { from: 'ask', to: 'call', output: 0 },
    { from: 'call', to: 'ask', output: 0 },
  ],
}
const sound = {
  steps: [
    { id: 'start', kind: 'start' },
    { id: 'ask', kind: 'llm', label: 'Ask', text: 'Answer {{ question }}' },
    { id: 'reply', kind: 'directReply', text: '{{ ask }}' },
  ],
  links: [
    { from: 'start', to: 'ask', output: 0 },
    { from: 'ask', to: 'reply', output: 0 },
  ],
}

test('a plan is checked as the canvas checks flows; what only users can choose is no issue of it', () => {
  const issuesOf = (plan: object) => planIssues(readSteps(JSON.stringify(plan)), catalogue)

  expect(issuesOf(flawed)).toEqual([
    'Call → Ask was left out: links must not form a circle; a loop step goes back.',
    'Step call: URL is required.',
    'Step alone: This node is not connected to anything.',
    'Step ask: {{ notes }} is neither the question nor a step.',
  ])
  expect(issuesOf(sound)).toEqual([])
  const tools = { id: 'look', kind: 'tool', label: 'Look up' }
  const links = [...sound.links, { from: 'ask', to: 'look', output: 0 }]
  expect(issuesOf({ steps: [...sound.steps, tools], links })).toEqual([])
})

test('a model mends a flawed plan once, and the better plan is used', async () => {
  const { services, store, root, flowId } = await openFlow()
  const asked: ChatRequest[] = []
  const planWith = async (...plans: (object | Error)[]) => {
    asked.length = 0
    const chat: Ports['chat'] = async function* (_, request) {
      asked.push(request)
      const plan = plans[asked.length - 1]
      if (plan instanceof Error) {
        throw plan
      }
      const text = JSON.stringify(plan)
      yield { text }
      return { text, usage: { ...noUsage, input: 10, output: 10 }, estimated: false }
    }
    const settings = { provider: 'flowtill', model: 'flowtill-demo' }
    const writing = createWritingService({
      ...{ store, newId, catalogue, chat, flows: services.flows, runs: services.runs },
      messages: services.messages,
      requireAnswerable: services.takeover.requireSwitchable,
      defaultModel: async () => ({ settings, chat }),
      openCredential: services.credentials.openFor,
    })
    return writing.steps(root.user.id, { flowId, description: 'Answer.' })
  }

  const mended = await planWith(flawed, sound)
  expect(mended.steps.map(({ id }) => id)).toEqual(['start', 'ask', 'reply'])
  expect(asked.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['user'],
    ['user', 'assistant', 'user'],
  ])
  expect(asked[1]?.messages[2]?.content).toContain('- Step call: URL is required.')

  expect((await planWith(sound)).costMicro).toBe(mended.costMicro / 2)
  expect(asked).toHaveLength(1)
  expect((await planWith(flawed, flawed, sound)).steps).toHaveLength(4)
  expect(asked).toHaveLength(2)
  const unanswered = new AppError('UPSTREAM_FAILED', 'The model is down.')
  expect((await planWith(flawed, unanswered)).steps).toHaveLength(4)
  expect(await checkLedger(store.db)).toEqual([])
})
