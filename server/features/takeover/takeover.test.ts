import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findConversation } from '#server/features/messages/conversations.repository.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { notifications } from '#server/features/notifications/notifications.table.ts'
import { createServices } from '#server/services.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { testSecrets } from '#server/testing/test-app.ts'
import type { Thread } from '#shared/conversations.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { HandWritten, Switched } from '#shared/takeover.ts'

type Settings = Parameters<typeof openInbox>[0]

async function openDesk(settings: Settings = {}, fields: object = {}) {
  const world = await openInbox({ listen: true, ...settings })
  const { ada, createFlow, change, read, store, url } = world
  const flowId = await createFlow(ada, 'Desk', { isPublic: true, ...fields })
  const ask = async (question: string, more: object = {}) => {
    const payload = { question, chatId: 'c1', ...more }
    const headers = { origin: 'https://shop.example' }
    const response = await world.app.inject({
      ...{ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload, headers },
    })
    return response.json()
  }
  /** A streaming visitor. `text` is what has arrived so far. */
  function listen(question: string) {
    const visitor = { text: '', done: Promise.resolve() }
    visitor.done = (async () => {
      const response = await fetch(`${url}/api/v1/prediction/${flowId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, chatId: 'c1', streaming: true }),
      })
      const decoder = new TextDecoder()
      for await (const bytes of response.body ?? []) {
        visitor.text += decoder.decode(bytes, { stream: true })
      }
    })()
    return visitor
  }
  const turn = (disabled: boolean, who = ada) =>
    change<Switched & ErrorBody>('takeover.switchAi', { chatflowId: flowId, chatId: 'c1', disabled }, who)
  const write = (content: string, more: object = {}, who = ada) =>
    change<HandWritten & ErrorBody>(
      'takeover.write',
      { chatflowId: flowId, chatId: 'c1', content, ...more },
      who,
    )
  const thread = (who = ada) => read<Thread>('inbox.thread', { flowId, chatId: 'c1' }, who)
  const contents = async () => (await thread()).messages.map(({ role, content }) => [role, content])
  const find = () => findConversation(store.db, { flowId, chatId: 'c1' })
  return { ...world, flowId, ask, listen, turn, write, thread, contents, find }
}

function tokensIn(text: string) {
  return [...text.matchAll(/"event":"token","data":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, token]) => JSON.parse(`"${token}"`))
    .join('')
}

test('from the moment AI is off, nothing of a running answer leaves; what had left is in the conversation', async () => {
  const { listen, turn, thread } = await openDesk()
  const visitor = listen('Tell me a lot [[sandbox tokens=5000 delay=2]]')
  await vi.waitFor(() => expect(tokensIn(visitor.text).length).toBeGreaterThan(50))

  const switched = await turn(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const atSwitch = tokensIn(visitor.text)
  await visitor.done

  expect(switched).toMatchObject({ disabled: true, switchedBy: 'ada' })
  expect(tokensIn(visitor.text)).toBe(atSwitch)
  expect(visitor.text).toContain('"aiDisabled":true')
  expect(visitor.text.endsWith('data:{"event":"end","data":"[DONE]"}\n\n')).toBe(true)
  const { conversation, messages: written, entries } = await thread()
  expect(written[1]).toMatchObject({ role: 'apiMessage', content: atSwitch, isCut: true })
  expect(conversation).toMatchObject({ isAiOff: true, switchedBy: 'ada', previewBy: 'bot' })
  expect(entries).toMatchObject([{ kind: 'ai_off', actorName: 'ada', isOwn: true }])
})

test('while AI is off, questions wait for the operator and cost nothing', async () => {
  const { ask, turn, contents, find, listen } = await openDesk()
  await ask('Hello')
  const { costMicro } = (await find()) ?? {}
  await turn(true)

  const reply = await ask('Is anybody there?')
  const visitor = listen('Hello?')
  await visitor.done

  expect(reply).toMatchObject({ text: '', question: 'Is anybody there?', chatId: 'c1', aiDisabled: true })
  expect(visitor.text).toContain('"event":"metadata"')
  expect(tokensIn(visitor.text)).toBe('')
  expect((await contents()).slice(2)).toEqual([
    ['userMessage', 'Is anybody there?'],
    ['userMessage', 'Hello?'],
  ])
  expect(await find()).toMatchObject({ costMicro, unread: 3, isAiOff: true })
})

test('an answer of another process is not stored once AI is off, whatever that process has heard', async () => {
  const { store, flowId, turn, contents, url, ask } = await openDesk()
  await ask('Hello')
  // A bus of its own: no event of the first process reaches it.
  const other = createServices({ store, config: readConfig({ DATA_DIR: '/nowhere' }), secrets: testSecrets })
  other.place.url = url
  const flow = await other.flows.find(flowId)
  const visitor = { caller: null, page: undefined, address: '', platform: 'web' }
  const input = { question: 'And now? [[sandbox latency=700]]', chatId: 'c1' }
  const prediction = { ...input, streaming: false, history: [], overrideConfig: {}, uploads: [] }
  const { reply } = await other.chat.predict(flow.id, prediction, visitor)
  const answering = reply(false)
  await vi.waitFor(async () => expect(await contents()).toHaveLength(3))

  await turn(true)

  expect(await answering).toMatchObject({ text: '', aiDisabled: true })
  expect((await contents()).slice(2)).toEqual([['userMessage', input.question]])
})

test('an answer that was begun before a switch off and on again is void', async () => {
  const { ask, turn, contents, find } = await openDesk()
  await ask('Hello')
  const slow = ask('Tell me more [[sandbox latency=700]]')
  await vi.waitFor(async () => expect(await contents()).toHaveLength(3))
  const before = await find()

  await turn(true)
  await turn(false)

  expect(await slow).toMatchObject({ text: '', aiDisabled: true })
  expect(await contents()).toHaveLength(3)
  expect(await find()).toMatchObject({ isAiOff: false, fence: (before?.fence ?? 0) + 2 })
  expect((await ask('Again')).text).not.toBe('')
})

test('a parked run of an agent flow goes on in silence while an operator answers', async () => {
  const file = aControlFlow(
    [
      { id: 'start', name: 'startAgentflow', label: 'Start' },
      {
        ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
        inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Refund?' },
      },
      {
        ...{ id: 'yes', name: 'directReplyAgentflow', label: 'yes' },
        inputs: { directReplyMessage: 'Refunded.' },
      },
    ],
    ['start -> check', 'check:0 -> yes'],
  )
  const flow = { type: 'AGENTFLOW', flowData: JSON.stringify(file) }
  const { ask, turn, contents, services, ada, thread } = await openDesk({}, flow)
  const { executionId } = await ask('Order 7')
  await turn(true)

  const reply = await ask('', { humanInput: { type: 'proceed' } })
  const late = await ask('And now?')

  expect([reply, late]).toMatchObject([
    { text: '', aiDisabled: true },
    { text: '', aiDisabled: true },
  ])
  expect((await services.runs.get(ada.user.id, executionId)).state).toBe('finished')
  expect(await contents()).toEqual([
    ['userMessage', 'Order 7'],
    ['apiMessage', 'Refund?'],
    ['userMessage', 'And now?'],
  ])
  expect((await thread()).messages[1]).not.toHaveProperty('action')
})

test('a message of an operator is stored once, however often it is sent, and marked as written by hand', async () => {
  const { write, ask, contents, ada, flowId, find, turn, store } = await openDesk()
  await ask('Can I talk to a person?')
  await turn(true)
  const id = crypto.randomUUID()

  const first = await write('Hello, Ada here.', { id })
  const again = await write('Hello, Ada here.', { id })

  expect(first).toMatchObject({ id, sequence: 3, operatorName: 'ada', isManualMessage: true })
  expect(again).toEqual(first)
  expect((await contents()).at(-1)).toEqual(['apiMessage', 'Hello, Ada here.'])
  expect(await find()).toMatchObject({ previewBy: 'operator', hasOperator: true, unread: 0 })
  const [, , listed] = (await ada.call('GET', `/chatmessage/${flowId}`)).json()
  expect(listed).toMatchObject({
    isManualMessage: true,
    operatorName: 'ada',
    role: 'apiMessage',
    runId: null,
  })
  expect(await store.db.$count(messages)).toBe(3)
  expect(await write('  ')).toMatchObject({ code: 'INVALID_INPUT' })
  expect(await write('Hello', { chatId: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
})

test('the AI reads what operators have written, and the note they hand the conversation back with', async () => {
  const prompts: string[][] = []
  const through: NonNullable<Settings>['through'] = (fetch) => (input, init) => {
    if (String(input).endsWith('/chat/completions')) {
      const { messages: sent } = JSON.parse(String(init?.body)) as { messages: { content: string }[] }
      prompts.push(sent.slice(1).map(({ content }) => content))
    }
    return fetch(input, init)
  }
  const flowData = JSON.stringify(aConversationFlow())
  const { ask, turn, write, change, flowId, thread, clock } = await openDesk({ through }, { flowData })
  await ask('Hello')
  await turn(true)
  clock.ms += 1_000
  await ask('Do you take it back?')
  clock.ms += 1_000
  await write('Yes, we do.')
  clock.ms += 1_000

  await change('takeover.handBack', { flowId, chatId: 'c1', summary: 'Ada accepts the return of order 7.' })
  clock.ms += 1_000
  await ask('Thanks!')

  expect(prompts.at(-1)).toEqual([
    'Hello',
    expect.any(String),
    'Do you take it back?',
    'Yes, we do.',
    expect.stringContaining('Ada accepts the return of order 7.'),
    'Thanks!',
  ])
  const { entries, conversation } = await thread()
  expect(entries).toMatchObject([{ kind: 'ai_off' }, { kind: 'handed_back', actorName: 'ada' }])
  expect(conversation.isAiOff).toBe(false)
})

test('two operators who turn AI off are both answered, and one of them has done it', async () => {
  const { ask, turn, thread, mod } = await openDesk()
  await ask('Hello')

  const both = await Promise.all([turn(true), turn(true, mod)])

  expect(both.map(({ disabled }) => disabled)).toEqual([true, true])
  expect(new Set(both.map(({ switchedBy }) => switchedBy)).size).toBe(1)
  expect((await thread()).entries).toHaveLength(1)
})

test('a visitor who asks for a person waits at the top, and the owner is notified once per wait', async () => {
  const { ask, turn, services, flowId, find, store, thread } = await openDesk()
  await ask('I need a human')
  const chat = { flowId, chatId: 'c1' }

  expect(await services.takeover.requestPerson(chat, 'The box is damaged')).toBe('requested')
  expect(await services.takeover.requestPerson(chat, 'Again')).toBe('pending')

  expect((await find())?.requestedDate).not.toBeNull()
  expect(await store.db.select().from(notifications)).toMatchObject([
    { kind: 'person_requested', count: 1, link: `/app/chatflows?messages=${flowId}&chat=c1` },
  ])
  await turn(true)
  expect((await find())?.requestedDate).toBeNull()
  expect(await services.takeover.requestPerson(chat, 'Hello?')).toBe('answered')
  expect((await thread()).entries).toMatchObject([
    { kind: 'person_requested', text: 'The box is damaged', actorName: null },
    { kind: 'ai_off' },
  ])
})

test('operators are owners and MODERATORs; notes are theirs alone, and each deletes only their own', async () => {
  const { ask, turn, write, change, thread, ada, eve, mod, flowId, services, store } = await openDesk()
  await ask('Hello')
  const chat = { flowId, chatId: 'c1' }

  expect([await turn(true, eve), await write('Hi', {}, eve)]).toMatchObject([
    { code: 'NOT_FOUND' },
    { code: 'NOT_FOUND' },
  ])
  expect(await turn(true, mod)).toMatchObject({ disabled: true, switchedBy: 'mod' })
  expect(await write('Hi, Mod here', {}, mod)).toMatchObject({ operatorName: 'mod' })
  await change('takeover.addNote', { ...chat, text: 'Call back on Monday' }, mod)
  const note = (await thread()).entries.find(({ kind }) => kind === 'note')
  expect(note).toMatchObject({ text: 'Call back on Monday', actorName: 'mod', isOwn: false })
  expect(await change('takeover.removeNote', { ...chat, id: note?.id }, ada)).toMatchObject({
    affected: 0,
  })
  await change('takeover.removeNote', { ...chat, id: note?.id }, mod)
  expect((await thread()).entries.map(({ kind }) => kind)).toEqual(['ai_off'])

  const history = await services.messages.history(store.db, { flowId, sessionId: 'c1' })
  expect(JSON.stringify(history)).toContain('Mod here')
  expect(JSON.stringify(history)).not.toContain('Monday')
})

test('operators have no part in tests on the canvas', async () => {
  const { ada, flowId, turn } = await openDesk()
  await ada.call('POST', `/internal-prediction/${flowId}`, { question: 'Hello', chatId: 'c1' })

  expect(await turn(true)).toMatchObject({ code: 'INVALID_INPUT' })
})

const picture = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`

test('a file of an operator reaches the visitor, is stored once, and is no message for the model', async () => {
  const { app, ask, turn, write, flowId, thread, services, store } = await openDesk()
  await ask('Do you have a picture?')
  await turn(true)
  const id = crypto.randomUUID()
  const files = [{ name: 'bowl.png', mime: 'image/png', data: picture }]

  const sent = await write('', { id, files })
  const again = await write('', { id, files })

  const name = sent.fileUploads?.[0]?.name ?? ''
  expect(sent).toMatchObject({ content: '', fileUploads: [{ type: 'stored-file', mime: 'image/png' }] })
  expect(again).toEqual(sent)
  expect((await thread()).messages.at(-1)).toMatchObject({ isManualMessage: true, fileUploads: [{ name }] })
  const query = { chatflowId: flowId, chatId: 'c1', fileName: name }
  const seen = await app.inject({ url: '/api/v1/get-upload-file', query })
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/png'])
  const history = await services.messages.history(store.db, { flowId, sessionId: 'c1' })
  expect(history.map(({ content }) => content)).not.toContain('')
  const invalid = [{ name: 'bowl.png', mime: 'image/png', data: 'data:image/png;base64,AAAA' }]
  expect(await write('Look', { files: invalid })).toMatchObject({ code: 'INVALID_INPUT' })
})

test('files do not go to programs that ask over the API', async () => {
  const { app, flowId, write } = await openDesk()
  const payload = { question: 'Hello', chatId: 'c1' }
  await app.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload })

  const rejected = await write('Look', { files: [{ name: 'a.png', mime: 'image/png', data: picture }] })

  expect(rejected).toMatchObject({
    code: 'INVALID_INPUT',
    error: expect.stringContaining('chatbot or a channel'),
  })
})
