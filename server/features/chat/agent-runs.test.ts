import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type RunRow, type RunWaitRow, runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aConnectedFlow } from '#server/testing/run-connected-flow.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { FlowFile } from '#shared/flow-file.ts'

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const demo = {
  llmModel: 'flowtillDemoModel',
  llmModelConfig: {},
  llmEnableMemory: true,
  llmReturnResponseAs: 'assistantMessage',
}
const reply = (id: string, directReplyMessage: string) => ({
  id,
  name: 'directReplyAgentflow',
  label: id,
  inputs: { directReplyMessage },
})

async function openFlow(file: FlowFile) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const flow = (
    await ada.call('POST', '/chatflows', { name: 'Agent', type: 'AGENTFLOW', flowData: JSON.stringify(file) })
  ).json()
  const ask = (body: object) => ada.call('POST', `/prediction/${flow.id}`, body)
  return { ...world, ada, flow, ask }
}

test('a prediction runs an agent flow, charges its model and returns the executed steps', async () => {
  const file = aControlFlow(
    [
      start,
      { id: 'llm', name: 'llmAgentflow', label: 'LLM', inputs: demo },
      reply('reply', 'Answer: {{ llm }}'),
    ],
    ['start -> llm', 'llm -> reply'],
  )
  const { ask, store, services, ada } = await openFlow(file)

  const response = await ask({ question: 'What is Flowtill?', chatId: 'chat-1' })

  expect(response.json()).toMatchObject({
    text: expect.stringMatching(/^Answer: .+/),
    question: 'What is Flowtill?',
    chatId: 'chat-1',
    executionId: expect.any(String),
    agentFlowExecutedData: [
      { nodeId: 'start', status: 'FINISHED' },
      { nodeId: 'llm', previousNodeIds: ['start'], data: { output: { content: expect.any(String) } } },
      { nodeId: 'reply', previousNodeIds: ['llm'] },
    ],
  })
  const { executionId } = response.json<{ executionId: string }>()
  const { run, events } = await services.runs.trace(ada.user.id, executionId)
  expect(run).toMatchObject({ state: 'finished' })
  expect(run.costMicro).toBeGreaterThan(0)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  expect(await checkLedger(store.db)).toEqual([])
})

test('human input parks the run; one of two simultaneous answers goes on with it', async () => {
  const file = aControlFlow(
    [
      start,
      {
        id: 'check',
        name: 'humanInputAgentflow',
        label: 'Check',
        inputs: {
          humanInputDescriptionType: 'fixed',
          humanInputDescription: 'Refund {{ question }}?',
          humanInputEnableFeedback: true,
        },
      },
      reply('yes', 'Refunded.'),
      reply('no', 'Kept.'),
    ],
    ['start -> check', 'check:0 -> yes', 'check:1 -> no'],
  )
  const { ask, services, ada } = await openFlow(file)

  const parked = (await ask({ question: 'order 7', chatId: 'chat-2' })).json()
  expect(parked).toMatchObject({
    text: 'Refund order 7?',
    action: { elements: [{ label: 'Proceed' }, { label: 'Reject' }] },
    agentFlowExecutedData: [{ nodeId: 'start' }, { nodeId: 'check', status: 'STOPPED' }],
  })
  expect((await services.runs.get(ada.user.id, parked.executionId)).state).toBe('waiting')

  const answer = { chatId: 'chat-2', humanInput: { type: 'proceed', feedback: 'Fine' } }
  const both = await Promise.all([ask(answer), ask(answer)])

  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const done = both.find(({ statusCode }) => statusCode === 200)?.json()
  expect(done).toMatchObject({ text: 'Refunded.', executionId: parked.executionId })
  const late = await ask(answer)
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({ message: expect.stringContaining('finished') })
})

test('a run whose process has died is gone on with by the next one, and its model is paid once', async () => {
  const file = aControlFlow(
    [
      start,
      { id: 'llm', name: 'llmAgentflow', label: 'LLM', inputs: demo },
      reply('reply', 'Answer: {{ llm }}'),
    ],
    ['start -> llm', 'llm -> reply'],
  )
  const { ask, services, store, ada } = await openFlow(file)
  const { executionId, text } = (await ask({ question: 'What is Flowtill?', chatId: 'chat-3' })).json()
  const { events } = await services.runs.trace(ada.user.id, executionId)
  const [row] = await store.db.select().from(runs).where(eq(runs.id, executionId))
  const stored = events.filter(({ event }) => event.type !== 'run_finished')

  for (const [index] of stored.entries()) {
    const id = `dead-${index}`
    const past = stored.slice(0, index + 1)
    await store.transaction(async (tx) => {
      await tx
        .insert(runs)
        .values({ ...(row as RunRow), id, state: 'running', owner: 'dead', endedDate: null })
      await tx.insert(runLog).values({ runId: id, sequence: 1, events: past })
    })
  }
  expect(await services.chat.goOnWithRuns()).toEqual({ resumed: stored.length, errors: [] })

  for (const [index] of stored.entries()) {
    const id = `dead-${index}`
    await expect.poll(async () => (await services.runs.get(ada.user.id, id)).state).toBe('finished')
    const { events: all } = await services.runs.trace(ada.user.id, id)
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, place) => place + 1))
    expect(all.at(-1)?.event).toMatchObject({ type: 'run_finished', text })
    expect(all.filter(({ event }) => event.type === 'model_finished')).toHaveLength(1)
  }
  expect(await services.chat.goOnWithRuns()).toEqual({ resumed: 0, errors: [] })
  expect(await checkLedger(store.db)).toEqual([])
})

test('persisted state survives a change of the flow that removes a node of the last run', async () => {
  const persisted = {
    ...start,
    inputs: { startPersistState: true, startState: [{ key: 'seen', value: 'no' }] },
  }
  const sum = { ...demo, llmUpdateState: [{ key: 'seen', value: 'yes' }] }
  const { ask, ada, flow } = await openFlow(
    aControlFlow(
      [
        persisted,
        { id: 'llm', name: 'llmAgentflow', label: 'LLM', inputs: sum },
        reply('end', '{{ $flow.state.seen }}'),
      ],
      ['start -> llm', 'llm -> end'],
    ),
  )
  expect((await ask({ question: 'One', chatId: 'chat-4' })).json()).toMatchObject({ text: 'yes' })
  const changed = aControlFlow([persisted, reply('end', 'Still {{ $flow.state.seen }}')], ['start -> end'])
  await ada.call('PUT', `/chatflows/${flow.id}`, { flowData: JSON.stringify(changed) })

  expect((await ask({ question: 'Two', chatId: 'chat-4' })).json()).toMatchObject({ text: 'Still yes' })
})

test('a run that cannot be claimed does not hold up the others', async () => {
  const { ask, services, store, ada } = await openFlow(
    aControlFlow([start, reply('end', 'Done.')], ['start -> end']),
  )
  const { executionId } = (await ask({ question: 'Hi', chatId: 'chat-5' })).json()
  const [row] = await store.db.select().from(runs).where(eq(runs.id, executionId))
  const { events } = await services.runs.trace(ada.user.id, executionId)
  const dead = { ...(row as RunRow), state: 'running' as const, owner: 'dead', endedDate: null }
  await store.transaction(async (tx) => {
    for (const id of ['broken', 'sound']) {
      await tx.insert(runs).values({ ...dead, id })
      await tx.insert(runLog).values({ runId: id, sequence: 1, events: events.slice(0, 1) })
    }
    // Its page says that it holds number 1 only, but number 2 is taken.
    await tx.insert(runLog).values({ runId: 'broken', sequence: 2, events: [] })
  })

  const { resumed, errors } = await services.chat.goOnWithRuns()

  expect(errors).toHaveLength(1)
  expect(resumed).toBe(1)
  await expect.poll(async () => (await services.runs.get(ada.user.id, 'sound')).state).toBe('finished')
})

test('visitors answer human input, but do not decide about calls that may have happened', async () => {
  const file = aControlFlow(
    [
      start,
      {
        id: 'check',
        name: 'humanInputAgentflow',
        label: 'Check',
        inputs: {
          humanInputDescriptionType: 'fixed',
          humanInputDescription: 'Go on?',
          humanInputEnableFeedback: true,
        },
      },
      reply('yes', 'Done.'),
    ],
    ['start -> check', 'check:0 -> yes'],
  )
  const { app, ada, flow, store } = await openFlow(file)
  await ada.call('PUT', `/chatflows/${flow.id}`, { isPublic: true })
  const visit = (payload: object) =>
    app.inject({ method: 'POST', url: `/api/v1/prediction/${flow.id}`, payload })
  await visit({ question: 'Hello', chatId: 'chat-6' })
  const [open] = await store.db.select().from(runWaits)
  const wait = { ...(open as RunWaitRow).wait, kind: 'uncertain' as const }
  await store.transaction((tx) => tx.update(runWaits).set({ kind: 'uncertain', wait }))
  const answer = { chatId: 'chat-6', humanInput: { type: 'proceed' } }

  expect((await visit(answer)).statusCode).toBe(403)

  await store.transaction((tx) =>
    tx.update(runWaits).set({ kind: 'human', wait: { ...wait, kind: 'human' } }),
  )
  expect((await visit(answer)).json()).toMatchObject({ text: 'Done.' })
})

test('a flow that starts with a form runs from the canvas with the values of the form', async () => {
  const form = {
    startInputType: 'formInput',
    formTitle: 'Lead',
    formInputTypes: [{ type: 'string', label: 'Company', name: 'company' }],
  }
  const file = aControlFlow(
    [{ ...start, inputs: form }, reply('reply', 'For {{ $form.company }}')],
    ['start -> reply'],
  )
  const { app, ada, flow, services } = await openFlow(file)
  const payload = { flowId: flow.id, question: '', form: { company: 'Acme' } }

  const asked = await app.inject({ method: 'POST', url: '/trpc/chat.ask', payload, headers: ada.headers })
  const { runId } = asked.json().result.data

  await expect
    .poll(async () => (await services.runs.trace(ada.user.id, runId)).run)
    .toMatchObject({ state: 'finished' })
  const { events } = await services.runs.trace(ada.user.id, runId)
  expect(JSON.stringify(events.at(-1))).toContain('For Acme')
})

test('a model of a step needs a credential that the owner of the flow may use', async () => {
  const world = await createTestApp({ listen: true })
  const [ada, eve] = [await world.signUp('ada'), await world.signUp('eve')]
  const key = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } }
  const { id: own } = (await ada.call('POST', '/credentials', key)).json()
  const { id: foreign } = (await eve.call('POST', '/credentials', key)).json()
  async function issuesWith(credential: string) {
    const llmModelConfig = { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: credential }
    const inputs = { ...demo, llmModel: 'chatOpenAI', llmModelConfig }
    const file = aControlFlow([start, { id: 'llm', name: 'llmAgentflow', inputs }], ['start -> llm'])
    const made = { name: 'Agent', type: 'AGENTFLOW', flowData: JSON.stringify(file) }
    const { id } = (await ada.call('POST', '/chatflows', made)).json()
    const ask = () => ada.call('POST', `/prediction/${id}`, { question: 'Hello' })
    return { ask, issues: (await ada.call('GET', `/validation/${id}`)).json() }
  }

  const { ask, issues } = await issuesWith(own)
  expect(issues).toEqual([])
  expect((await issuesWith(foreign)).issues).toMatchObject([{ issues: ['The chosen credential is gone'] }])

  // The program is cached; the credential is checked on every call.
  expect((await ask()).json().message).not.toContain('credential')
  await ada.stepUp()
  await ada.call('DELETE', `/credentials/${own}`)
  expect((await ask()).json().message).toBe('llm: The chosen credential is gone.')
})

test('visitors receive the answer and which steps ran, but not the prompts and results of the steps', async () => {
  const messages = [{ role: 'system', content: 'The secret prompt.' }]
  const file = aControlFlow(
    [start, { id: 'llm', name: 'llmAgentflow', label: 'LLM', inputs: { ...demo, llmMessages: messages } }],
    ['start -> llm'],
  )
  const { app, ada, flow, ask } = await openFlow(file)
  await ada.call('PUT', `/chatflows/${flow.id}`, { isPublic: true })
  const asVisitor = (body: object) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${flow.id}`,
      payload: { question: 'Hello', ...body },
    })

  const json = await asVisitor({})
  const stream = await asVisitor({ streaming: true })

  expect(json.json()).toMatchObject({
    text: expect.any(String),
    agentFlowExecutedData: [{ nodeId: 'start' }, { nodeId: 'llm', status: 'FINISHED', data: { id: 'llm' } }],
  })
  expect(stream.body).toContain('"agentFlowExecutedData"')
  expect(`${json.body}${stream.body}`).not.toMatch(/secret|"input"|"output"|"state":/)
  expect((await ask({ question: 'Hello' })).body).toContain('The secret prompt.')
})

test('in an older agent flow another question ends the run that waits, and its call is not made', async () => {
  const agent = {
    ...{ id: 'agent', name: 'seqAgent' },
    inputs: { agentName: 'Agent', systemMessagePrompt: 'Use your tools.', interrupt: true },
  }
  const file = aConnectedFlow(
    [
      { id: 'start', name: 'seqStart' },
      ...[agent, { id: 'end', name: 'seqEnd' }, { id: 'calculator_0', name: 'calculator' }],
    ],
    ['start -> agent', 'agent -> end', 'calculator_0 -> agent.tools'],
    { id: 'model_0', name: 'flowtillDemoModel' },
  )
  const { ask, store, services, ada } = await openFlow(file)
  const first = (await ask({ question: 'What is 6 times 7?', chatId: 'chat' })).json()
  expect(first).toMatchObject({ action: { mapping: { approve: 'Yes' } } })
  // Stored dates have milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 5))

  const second = (await ask({ question: 'Hello', chatId: 'chat' })).json()

  expect(second.action).toBeUndefined()
  const rows = (await store.db.select().from(runs)).toSorted((a, b) => +a.startedDate - +b.startedDate)
  expect(rows.map(({ state }) => state)).toEqual(['stopped', 'finished'])
  expect(await services.waits.count(ada.user.id)).toBe(0)
  expect((await services.runs.eventsOf(rows[0]?.id ?? '')).some(({ type }) => type === 'tool_called')).toBe(
    false,
  )
  const late = await ask({ question: 'Yes', chatId: 'chat', action: first.action })
  expect(late.json()).toMatchObject({ statusCode: 409 })
  expect(await checkLedger(store.db)).toEqual([])
})
