import { expect, test } from 'vitest'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { type AssistantDetails, assistantDetailsSchema } from '#shared/assistants.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

const model = { name: 'flowtillDemoModel', inputs: {} }
const detailsOf = (more: Partial<AssistantDetails> = {}): AssistantDetails =>
  assistantDetailsSchema.parse({
    name: 'Desk',
    chatModel: model,
    instruction: 'Answer briefly.',
    tools: [{ name: 'calculator', inputs: {} }],
    ...more,
  })

async function openWorld() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const actor = { userId: root.user.id, authorId: root.user.id }
  const { customAssistants } = world.services
  const { id } = await customAssistants.add(actor, { name: 'Desk' })
  const predict = async (question: string, flow = id) =>
    (await root.call('POST', `/prediction/${flow}`, { question })).json()
  const save = async (details: AssistantDetails) => {
    const { head } = await customAssistants.open(actor.userId, id)
    return customAssistants.saveDraft(actor, { id, base: head?.revision ?? 0, details, keepsOther: false })
  }
  const publish = async (details: AssistantDetails) => {
    const { revision } = await save(details)
    return customAssistants.publish(actor, { id, base: revision, details })
  }
  return { ...world, root, actor, customAssistants, id, predict, save, publish }
}

type World = Awaited<ReturnType<typeof openWorld>>

test('a name is enough to add an assistant; what it lacks is named with its field', async () => {
  const { customAssistants, actor, id, predict } = await openWorld()

  const opened = await customAssistants.open(actor.userId, id)

  expect(opened.details).toEqual(assistantDetailsSchema.parse({ name: 'Desk', starterPrompts: [] }))
  expect(opened.head?.issues.map(({ field }) => field)).toEqual(['chatModel', 'instruction'])
  expect(await customAssistants.list(actor.userId)).toMatchObject([{ id, draft: 'never', model: '' }])
  expect((await predict('Hello')).statusCode).toBe(400)
})

test('a published assistant answers with its tools under its own id, charged to its owner', async () => {
  const { customAssistants, actor, store, predict, publish, id } = await openWorld()

  const head = await publish(detailsOf())
  const answer = await predict('What is 12 * 7?')

  expect(head).toMatchObject({ issues: [], isDraft: false, published: { number: 1 } })
  expect(answer).toMatchObject({ text: expect.stringContaining('84'), usedTools: [{ tool: 'calculator' }] })
  expect(await customAssistants.list(actor.userId)).toMatchObject([
    { id, draft: 'none', messages: 1, tools: ['Calculator'] },
  ])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a draft changes nothing that is published, and an outdated save is a conflict', async () => {
  const { customAssistants, actor, id, publish, save, root } = await openWorld()
  await publish(detailsOf())

  const draft = await save(detailsOf({ instruction: 'Answer at length.' }))

  expect(draft).toMatchObject({ isDraft: true, name: 'Desk' })
  const live = (await root.call('GET', `/chatflows/${id}`)).json()
  expect(live).toMatchObject({ type: 'ASSISTANT', flowData: expect.stringContaining('Answer briefly.') })
  await expect(
    customAssistants.saveDraft(actor, { id, base: 0, details: detailsOf(), keepsOther: false }),
  ).rejects.toMatchObject({ code: 'CONFLICT', details: { revision: draft.revision } })
})

test('the form is read back from its flow unchanged, with stores, pools, memory and credentials', async () => {
  const { customAssistants, actor, id, save } = await openWorld()
  const source = { name: 'Rules', description: 'Return rules', returnSourceDocuments: true }
  const details = detailsOf({
    chatModel: { name: 'chatOpenAI', inputs: { modelName: 'gpt-4.1-mini' }, credential: 'a-key' },
    documentStores: [
      { ...source, id: 'store', kind: 'store' },
      { ...source, id: 'pool', kind: 'pool' },
    ],
    memory: { turns: 10 },
    starterPrompts: [],
  })

  const { issues } = await save(details)

  const opened = await customAssistants.open(actor.userId, id)
  expect(opened.details).toMatchObject({
    ...details,
    chatModel: { ...details.chatModel, inputs: expect.objectContaining({ modelName: 'gpt-4.1-mini' }) },
    tools: [{ name: 'calculator' }],
  })
  expect(issues.map(({ field, index }) => [field, index])).toEqual([
    ['chatModel', null],
    ['documentStores', 0],
    ['documentStores', 1],
  ])
})

test('an incomplete assistant cannot be published', async () => {
  const { publish } = await openWorld()

  await expect(publish(detailsOf({ chatModel: null }))).rejects.toMatchObject({
    code: 'INVALID_FLOW',
    message: 'Model: Choose a model.',
  })
})

test('a deleted custom tool is named', async () => {
  const { save, root } = await openWorld()
  const tool = { name: 'clock', description: 'Tells the time', color: '#000', schema: '[]', func: 'return 1' }
  const { id: selectedTool } = (await root.call('POST', '/tools', tool)).json()
  const details = detailsOf({ tools: [{ name: 'customTool', label: 'clock', inputs: { selectedTool } }] })
  expect((await save(details)).issues).toEqual([])

  await root.call('DELETE', `/tools/${selectedTool}`)

  expect((await save(details)).issues).toEqual([
    { field: 'tools', index: 0, label: 'clock', text: 'This tool was deleted.' },
  ])
})

test('a Flowise client creates, completes and asks an assistant over REST', async () => {
  const { root, predict } = await openWorld()
  const created = await root.call('POST', '/assistants', {
    details: JSON.stringify({ name: 'Theirs' }),
    credential: 'some-uuid',
    type: 'CUSTOM',
  })
  const { id } = created.json()
  await root.call('PUT', `/assistants/${id}`, { details: JSON.stringify(detailsOf({ name: 'Theirs' })) })
  expect((await predict('What is 6 * 7?', id)).text).toContain('42')

  const { flowData } = (await root.call('GET', `/chatflows/${id}`)).json()
  const own = flowData.replace('Answer briefly.', 'Their own words.')
  const body = { id, name: 'Theirs', type: 'ASSISTANT', flowData: own }
  const posted = await root.call('POST', '/chatflows', body)

  expect(posted.json()).toMatchObject({ id, flowData: own })
  expect((await root.call('GET', '/chatflows?type=ASSISTANT')).json()).toHaveLength(2)
})

test('the components of Flowise’s form are listed', async () => {
  const { root } = await openWorld()
  await root.call('POST', '/document-store/store', { name: 'Manual', description: 'All of it' })
  const list = async (kind: string) => (await root.call('GET', `/assistants/components/${kind}`)).json()
  const names = async (kind: string) => (await list(kind)).map(({ name }: { name: string }) => name)

  expect(await names('chatmodels')).toEqual(expect.arrayContaining(['chatOpenAI', 'flowtillDemoModel']))
  expect(await names('tools')).toEqual(expect.arrayContaining(['calculator', 'customTool']))
  // They need other nodes.
  expect(await names('tools')).not.toContain('retrieverTool')
  expect(await list('docstores')).toMatchObject([
    { label: 'Manual', description: 'All of it', kind: 'store' },
  ])
})

test('instructions are generated over REST and charged', async () => {
  const { root, id, services } = await openWorld()

  const { content } = (
    await root.call('POST', '/assistants/generate/instruction', {
      task: 'Answers questions about tickets.',
      selectedChatModel: model,
    })
  ).json()

  expect(content).toContain('tickets')
  const { runs } = await services.runs.list(id, { limit: 5 })
  expect(runs).toMatchObject([{ state: 'finished', until: 'aiInstruction' }])
})

test('the graph continues as a chat flow of its own, and a deleted assistant takes its flow along', async () => {
  const { customAssistants, actor, id, publish, root, predict } = await openWorld()
  await publish(detailsOf())
  await predict('What is 1 + 1?')

  const copy = await customAssistants.continueAsFlow(actor, { id, name: 'Desk on the canvas' })
  expect((await root.call('DELETE', `/assistants/${id}`)).json()).toMatchObject({ affected: 1 })

  expect((await root.call('GET', `/chatflows/${id}`)).statusCode).toBe(404)
  expect((await root.call('GET', `/chatmessage/${id}`)).statusCode).toBe(404)
  const { flowData, type } = (await root.call('GET', `/chatflows/${copy.id}`)).json()
  expect(type).toBe('CHATFLOW')
  expect(parseFlowFile(flowData).nodes.map(({ data }) => data.name)).toEqual(
    expect.arrayContaining(['toolAgent', 'bufferMemory', 'calculator', 'flowtillDemoModel']),
  )
})

test('the assistants of another ADMIN do not exist', async () => {
  const { customAssistants, id } = await openWorld()
  const actor = { userId: 'another', authorId: 'another' }

  await expect(customAssistants.open('another', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const write of [customAssistants.saveDraft, customAssistants.publish]) {
    await expect(
      write(actor, { id, base: 0, details: detailsOf(), keepsOther: false }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('an exported assistant is imported with its flow, under one new id', async () => {
  const { publish, root, customAssistants, actor, id, predict } = await openWorld()
  await publish(detailsOf())
  const file = (
    await root.call('POST', '/export-import/export', { assistant: true, assistantFlow: true })
  ).json()
  expect(file.AssistantFlow).toMatchObject([{ id, type: 'ASSISTANT' }])

  await root.call('POST', '/export-import/import', file)

  const [copy] = (await customAssistants.list(actor.userId)).filter((each) => each.id !== id)
  expect(copy).toMatchObject({ name: 'Desk', draft: 'none' })
  expect((await predict('What is 2 * 21?', copy?.id)).text).toContain('42')
})

const prompts = ['When do you open?', 'What does it cost?']

async function shownPrompts({ root }: Pick<World, 'root'>, id: string) {
  const { chatbotConfig } = (await root.call('GET', `/chatflows/${id}`)).json()
  return Object.values<{ prompt: string }>(JSON.parse(chatbotConfig ?? '{}').starterPrompts ?? {}).map(
    ({ prompt }) => prompt,
  )
}

test('a restored version brings back everything of the form, starter prompts included', async () => {
  const world = await openWorld()
  const { customAssistants, services, actor, id, publish, root } = world
  const source = { id: 'pool', name: 'Rules', description: 'Return rules', returnSourceDocuments: true }
  const first = detailsOf({ memory: { turns: 4 }, starterPrompts: prompts })
  await publish(first)
  const before = (await customAssistants.open(actor.userId, id)).details
  await publish(detailsOf({ instruction: 'Answer at length.', tools: [], starterPrompts: [] }))
  const sources = detailsOf({ documentStores: [{ ...source, kind: 'pool' }], starterPrompts: ['Or this?'] })
  const { revision } = await world.save(sources)
  const versions = await services.flows.versions.list(actor.userId, id)
  const versionId = versions.find(({ number }) => number === 1)?.id ?? ''

  const restored = await customAssistants.restore(actor, { id, versionId, base: revision })

  expect(before).toMatchObject({ ...first, chatModel: { name: model.name }, tools: [{ name: 'calculator' }] })
  expect(restored.details).toEqual(before)
  const [row] = (await root.call('GET', '/assistants?type=CUSTOM')).json()
  expect(JSON.parse(row.details)).toEqual(before)
  // The replaced draft stays as a version, and visitors still see what is published.
  const [replaced] = await services.flows.versions.list(actor.userId, id)
  const { flowData } = await services.flows.versions.get(actor.userId, id, replaced?.id ?? '')
  expect(flowData).toContain('Or this?')
  expect(await shownPrompts(world, id)).toEqual([])
})

test('starter prompts of a draft reach visitors with its publication', async () => {
  const world = await openWorld()
  const { id, publish, save } = world
  await publish(detailsOf())
  const { isDraft, changes } = await save(detailsOf({ starterPrompts: prompts }))
  const before = await shownPrompts(world, id)

  await publish(detailsOf({ starterPrompts: prompts }))

  expect([isDraft, changes.changed]).toEqual([true, 1])
  expect(before).toEqual([])
  expect(await shownPrompts(world, id)).toEqual(prompts)
})

test('starter prompts that another client sets are the form’s, unless the draft has changed its own', async () => {
  const world = await openWorld()
  const { customAssistants, actor, id, publish, save, root } = world
  const opened = async () => (await customAssistants.open(actor.userId, id)).details.starterPrompts
  await publish(detailsOf({ starterPrompts: prompts }))
  const chatbotConfig = JSON.stringify({ starterPrompts: { 0: { prompt: 'Theirs?' } } })
  await root.call('PUT', `/chatflows/${id}`, { chatbotConfig })

  expect(await opened()).toEqual(['Theirs?'])
  await publish(detailsOf({ instruction: 'Answer at length.', starterPrompts: prompts }))
  expect(await shownPrompts(world, id)).toEqual(['Theirs?'])
  await save(detailsOf({ starterPrompts: ['Mine?'] }))
  await root.call('PUT', `/chatflows/${id}`, { chatbotConfig: '{}' })
  expect(await opened()).toEqual(['Mine?'])
  const { starterPrompts: _, ...theirs } = detailsOf()
  await root.call('PUT', `/assistants/${id}`, { details: JSON.stringify(theirs) })
  expect([await opened(), await shownPrompts(world, id)]).toEqual([[], []])
})

test('an exported assistant comes back with its draft, its starter prompts and what is published', async () => {
  const world = await openWorld()
  const { customAssistants, actor, id, publish, save, root } = world
  await publish(detailsOf({ starterPrompts: prompts }))
  await save(detailsOf({ instruction: 'Answer at length.', starterPrompts: ['Or this?'] }))
  const before = (await customAssistants.open(actor.userId, id)).details
  const choice = { assistant: true, assistantFlow: true }
  const file = (await root.call('POST', '/export-import/export', choice)).json()

  await root.call('POST', '/export-import/import', file)

  const copy = (await customAssistants.list(actor.userId)).find((each) => each.id !== id)
  expect(copy).toMatchObject({ draft: 'ahead' })
  expect((await customAssistants.open(actor.userId, copy?.id ?? '')).details).toEqual(before)
  expect(await shownPrompts(world, copy?.id ?? '')).toEqual(prompts)
})

test('a chat flow made of an assistant has its starter prompts in its configuration alone', async () => {
  const world = await openWorld()
  const { customAssistants, actor, id, save, root } = world
  await save(detailsOf({ starterPrompts: prompts }))

  const copy = await customAssistants.continueAsFlow(actor, { id, name: 'On the canvas' })

  expect(await shownPrompts(world, copy.id)).toEqual(prompts)
  const { flowData } = (await root.call('GET', `/chatflows/${copy.id}`)).json()
  expect(flowData).not.toContain('When do you open?')
})
