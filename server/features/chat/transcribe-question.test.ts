import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

function aRecording(seconds = 2) {
  const rate = 16_000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.write('WAVE', 8, 'latin1')
  header.writeUInt32LE(rate, 28)
  const bytes = Buffer.concat([header, Buffer.alloc(seconds * rate)])
  return {
    type: 'audio',
    name: 'voice.wav',
    mime: 'audio/wav',
    data: `data:audio/wav;codecs=1;base64,${bytes.toString('base64')}`,
  }
}

type StoredMessage = { role: string; content: string; fileUploads?: object[] }

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const keys = (await root.call('GET', '/credentials')).json<{ id: string; credentialName: string }[]>()
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id ?? ''
  const { id } = (
    await root.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Museum',
      flowData: JSON.stringify(aConversationFlow()),
      isPublic: true,
    })
  ).json()
  const speak = (speechToText: object | null) =>
    root.call('PUT', `/chatflows/${id}`, { speechToText: speechToText && JSON.stringify(speechToText) })
  const predict = (body: object = {}, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      headers,
      payload: { question: '', uploads: [aRecording()], ...body },
    })
  const messages = async () => (await root.call('GET', `/chatmessage/${id}`)).json<StoredMessage[]>()
  const calls = () => world.store.db.select().from(modelCalls)
  return { ...world, root, id, credentialId, speak, predict, messages, calls }
}

test('a spoken question is transcribed, shown, stored and answered, and billed by the second', async () => {
  const { speak, predict, messages, calls, credentialId, root, id, store, services } = await openFlow()
  await speak({ openAIWhisper: { status: true, credentialId, language: 'tr', temperature: '0' } })

  const answer = (await predict({ chatId: 'c' })).json()

  expect(answer.question).toMatch(/\?$/)
  expect(answer.text).not.toBe('')
  expect((await messages()).map(({ role, content }) => [role, content])).toEqual([
    ['userMessage', answer.question],
    ['apiMessage', answer.text],
  ])
  expect((await messages())[0]?.fileUploads).toEqual([
    { type: 'audio', name: 'voice.wav', mime: 'audio/wav' },
  ])
  const [transcribed, answered] = await calls()
  // 20 tokens (tenths of a second) at ten dollars per million.
  expect(transcribed).toMatchObject({ model: 'whisper-1', inputTokens: 20, costMicro: 200, estimated: false })
  expect(answered).toMatchObject({ provider: 'flowtill' })
  expect(await checkLedger(store.db)).toEqual([])
  const { runs } = await services.runs.list(id, { limit: 1 })
  expect(runs[0]).toMatchObject({ question: answer.question, state: 'finished' })

  const both = await predict({ question: 'Answer shortly.', streaming: true })
  const metadata = JSON.parse(/data:(\{"event":"metadata".*\})/.exec(both.body)?.[1] ?? '{}').data
  expect(metadata.question).toBe(`${answer.question}\n\nAnswer shortly.`)
  const internal = await root.call('POST', `/internal-prediction/${id}`, {
    question: '',
    uploads: [aRecording()],
  })
  expect(internal.json().question).toBe(answer.question)
})

test('speech errors are reported, rejections cost nothing, and attempts appear in the conversation', async () => {
  const { speak, predict, messages, calls, credentialId, root, store } = await openFlow()
  const silent = await predict()
  expect([silent.statusCode, silent.json().message]).toEqual([
    400,
    'This flow does not accept voice messages. Send text.',
  ])
  expect(await messages()).toEqual([])
  expect((await predict({ uploads: [] })).statusCode).toBe(400)

  await speak({ openAIWhisper: { status: true, credentialId, prompt: '[[sandbox error=429]]' } })
  const busy = await predict({}, root.headers)
  expect([busy.statusCode, busy.json().message]).toEqual([
    429,
    'OpenAI Whisper answered 429: Rate limit reached for this model. Please try again in a moment.',
  ])
  expect((await calls()).map(({ costMicro }) => costMicro)).toEqual([0])
  expect((await messages()).map(({ role, content }) => [role, content])).toEqual([['userMessage', '']])
  const visitor = await predict()
  expect([visitor.statusCode, visitor.json().message]).toEqual([
    503,
    'This chatbot is not available right now.',
  ])

  await speak({ openAIWhisper: { status: true, credentialId: 'gone' } })
  expect((await predict({}, root.headers)).json().message).toBe(
    'The speech credential was deleted. Choose another one in the flow’s configuration.',
  )
  // A platform key of a service without a price is rejected before anything is sent; a user's own key costs
  // nothing here.
  const shared = (
    await root.call('POST', '/credentials', {
      name: 'Ours',
      credentialName: 'assemblyAIApi',
      plainDataObj: { assemblyAIApiKey: 'k' },
      shared: true,
    })
  ).json()
  await speak({ assemblyAiTranscribe: { status: true, credentialId: shared.id } })
  expect((await predict({}, root.headers)).json().message).toContain('universal has no price on this server')
  const local = (
    await root.call('POST', '/credentials', {
      name: 'Local',
      credentialName: 'localAIApi',
      plainDataObj: { localAIApiKey: 'sandbox-key' },
    })
  ).json()
  await speak({ localAISTT: { status: true, credentialId: local.id, baseUrl: 'http://127.0.0.1:1/v1' } })
  expect((await predict({}, root.headers)).statusCode).toBe(403)
  expect(await checkLedger(store.db)).toEqual([])
})
